import { expect } from 'chai';
import { runLoop } from '../../dev/run-loop.js';
import {
  headerOf,
  startMailReceiver,
  type MailReceiver,
  type ReceivedMail,
} from '../../dev/mail-receiver.js';
import type { MailRecord } from '../../shared/access/models/mail.js';
import { NOW } from '../activity/watched-fleet.js';
import { TestClock } from '../fixtures/clock.js';
import { TestService } from '../fixtures/records/test-service.js';
import { alertFleet, type AlertFleet } from './alert-fixture.js';

export const ORIGIN = 'https://fleet.example.test';

interface Mails {
  service: TestService;
  alerts: AlertFleet;
  receiver: MailReceiver;
  /** The mails of the test so far. */
  received: ReceivedMail[];
  /** The reply to each mail; null accepts it. */
  refuses: { responseCode: number } | null;
}

/** Opens a service that sends mails, and a server that receives them, for the tests of a suite. */
export function useMails(): Mails & {
  /** Announces alerts, and sends what is due after some seconds. */
  send(seconds: number): Promise<void>;
  records(): Promise<MailRecord[]>;
  subjects(): string[];
} {
  const used = { refuses: null } as Mails;
  const clock = new TestClock(NOW);
  before(async () => {
    used.receiver = await startMailReceiver((mail) => {
      if (used.refuses) throw Object.assign(new Error('Refused'), used.refuses);
      used.received.push(mail);
    });
    const settings = {
      SMTP_URL: used.receiver.url,
      MAIL_FROM: 'Fleet <fleet@example.test>',
      PUBLIC_URL: ORIGIN,
    };
    used.service = await TestService.open(settings, clock);
  });
  beforeEach(async () => {
    Object.assign(used, { received: [], refuses: null });
    used.service.failpoint = () => undefined;
    clock.set(NOW);
    await used.service.deps.mongo.models.mails.deleteMany({});
    used.alerts = await alertFleet(used.service);
  });
  after(async () => {
    await used.service.close();
    await used.receiver.close();
  });
  const send = async (seconds: number): Promise<void> => {
    await used.alerts.announce();
    clock.advance(seconds);
    await runLoop('mails', used.service.deps);
  };
  return Object.assign(used, {
    send,
    records: () => used.service.deps.mongo.models.mails.find({}).sort({ _id: 1 }).lean(),
    subjects: () => used.received.map((mail) => headerOf(mail, 'Subject')),
  });
}

/** The parts of a mail, decoded. */
export function textOf({ source }: ReceivedMail): string {
  const unfolded = source.replace(/=\r\n/g, '');
  expect(unfolded).to.contain('text/plain').and.contain('text/html');
  return unfolded.replace(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
