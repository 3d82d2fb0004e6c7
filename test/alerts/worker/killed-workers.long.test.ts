import { expect } from 'chai';
import {
  headerOf,
  startMailReceiver,
  type MailReceiver,
  type ReceivedMail,
} from '../../../dev/mail-receiver.js';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { timeSortKey } from '../../../shared/inventory/domain/device-search.js';
import { watchedFleet, type WatchedFleet } from '../../activity/watched-fleet.js';
import { RealClock } from '../../fixtures/clock.js';
import { eventually } from '../../fixtures/eventually.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { WorkerProcesses } from '../../processes/worker-process.js';
import { Receiver } from '../../webhooks/receiver.js';

/** Where workers are killed, in the order in which the silence of a device comes to them. */
const DEATHS = [
  'silence-marked',
  'networks-judged',
  'devices-judged',
  'notices-read',
  'notices-written',
  'mail-sealed',
  'mail-sent',
  'mail-recorded',
] as const satisfies readonly Failpoint[];
/** Four in a network, three in another, which fall silent together, and three without one. More alerts would be a digest. */
const DEVICES = 10;
const ALERTS = ['device_down', 'device_down', 'device_down', 'network_down', 'network_down'];
const SILENT_MS = 20 * 60_000;

interface SentEvent {
  readonly type: string;
  readonly data: { readonly alert: { readonly id: number } };
}

// docs/reliability.md#alert-workers-killed
describe('workers killed on the way of an alert', function () {
  this.timeout(1_800_000);
  let service: TestService;
  let workers: WorkerProcesses;
  let mails: MailReceiver;
  let events: Receiver;
  let fleet: WatchedFleet;
  const received: ReceivedMail[] = [];
  before(async () => {
    mails = await startMailReceiver((mail) => {
      received.push(mail);
    });
    events = await Receiver.open();
    const settings = {
      SMTP_URL: mails.url,
      MAIL_FROM: 'fleet@example.test',
      PUBLIC_URL: 'https://fleet.example.test',
      WEBHOOK_ALLOW: '127.0.0.0/8',
    };
    service = await TestService.open(settings, new RealClock());
    workers = new WorkerProcesses(service.env);
    fleet = await watchedFleet(service, DEVICES);
    const body = { url: events.url, types: ['alert.opened', 'alert.closed'] };
    const reply = await service.api.call('POST', '/v1/webhooks', { token: fleet.token, body });
    expect(reply.status, reply.text).to.equal(201);
  });
  after(async () => {
    await workers.kill();
    await mails.close();
    await events.close();
    await service.close();
  });

  /** Lets a worker die there, as if its leases had ended: those of killed workers last for up to half a minute. */
  async function dieAt(failpoint: Failpoint): Promise<void> {
    await workers.dieAt(failpoint);
    await service.deps.mongo.models.locks.deleteMany({});
  }

  async function hear(at: Date): Promise<void> {
    await service.deps.mongo.models.deviceStates.bulkWrite(
      fleet.devices.map(({ _id }) => {
        const set = { lastHeartbeatAt: at, sortKey: timeSortKey(at, _id) };
        return { updateOne: { filter: { _id, organisationId: fleet.org }, update: { $set: set } } };
      }),
    );
  }

  const alerts = () =>
    service.deps.mongo.models.alerts.find({ organisationId: fleet.org }).sort({ kind: 1 }).lean();

  const subjects = (): string[] => received.map((mail) => headerOf(mail, 'Subject'));

  /** The events that arrived, each once, however often it was delivered. */
  function arrived(type: string): number[] {
    const bodies = new Map(events.received.map(({ id, body }) => [id, JSON.parse(body) as SentEvent]));
    return [...bodies.values()].filter((event) => event.type === type).map(({ data }) => data.alert.id);
  }

  async function hasArrived(type: string): Promise<void> {
    const ids = (await alerts()).map(({ _id }) => _id);
    await eventually(`${type} of every alert`, () => arrived(type).length >= ids.length);
    expect(arrived(type)).to.have.members(ids).and.to.have.length(ids.length);
  }

  it('open and close each alert once, with one event and in one mail each', async () => {
    const { locks } = service.deps.mongo.models;
    await hear(new Date(Date.now() - SILENT_MS));
    for (const failpoint of DEATHS) await dieAt(failpoint);
    expect((await alerts()).map(({ kind, state }) => [kind, state])).to.deep.equal(
      ALERTS.map((kind) => [kind, 'open']),
    );
    // The server had accepted it before 'mail-sent', and accepted it again from the next worker.
    expect(subjects()).to.deep.equal(Array(2).fill(`${ALERTS.length} alerts opened`));
    expect(new Set(received.map((mail) => headerOf(mail, 'Message-ID'))).size).to.equal(1);
    workers.start();
    workers.start();
    await hasArrived('alert.opened');
    await workers.kill();
    await locks.deleteMany({});

    received.splice(0);
    await hear(new Date());
    await dieAt('alerts-closed');
    expect((await alerts()).map(({ state }) => state)).to.deep.equal(
      ALERTS.map((kind) => (kind === 'device_down' ? 'closed' : 'open')),
    );
    workers.start();
    workers.start();
    await hasArrived('alert.closed');
    await eventually('the mail about the end', () => received.length > 0);
    expect((await alerts()).map(({ state }) => state)).to.deep.equal(ALERTS.map(() => 'closed'));
    expect(arrived('alert.opened')).to.have.length(ALERTS.length);
    expect(subjects()).to.deep.equal([`${ALERTS.length} alerts closed`]);
  });
});
