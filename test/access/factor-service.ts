import { expect } from 'chai';
import { headerOf, startMailReceiver } from '../../dev/mail-receiver.js';
import { runLoop } from '../../dev/run-loop.js';
import { cookiesOf, ownOriginJson, PASSWORD } from '../browser/web-session.js';
import type { Reply } from '../fixtures/api.js';
import { TestClock } from '../fixtures/clock.js';
import { makeOrganisation } from '../fixtures/records/organisation.js';
import { TestService } from '../fixtures/records/test-service.js';
import { PASSKEY_ORIGIN } from '../fixtures/passkeys/software-authenticator.js';
import { challengeOf, enterPassword, makeUserWithApp, type TestApp } from '../fixtures/second-factor.js';

/** The time step of codes. */
export const STEP_S = 30;
/** A code that no app shows. */
export const WRONG = '000000';

/** A service that sends mails, with an organisation whose users sign in with second factors. */
export class FactorService {
  private constructor(
    readonly clock: TestClock,
    readonly service: TestService,
    readonly org: number,
    /** The subjects of the mails that arrived. */
    readonly subjects: string[],
    readonly close: () => Promise<void>,
  ) {}

  static async open(): Promise<FactorService> {
    const clock = new TestClock();
    const subjects: string[] = [];
    const receiver = await startMailReceiver((mail) => {
      subjects.push(headerOf(mail, 'Subject'));
    });
    const settings = {
      SMTP_URL: receiver.url,
      MAIL_FROM: 'fleet@example.test',
      PUBLIC_URL: PASSKEY_ORIGIN,
    };
    const service = await TestService.open(settings, clock);
    const { _id: org } = await makeOrganisation(service.deps);
    return new FactorService(clock, service, org, subjects, async () => {
      await service.close();
      await receiver.close();
    });
  }

  /** A request of a page in a browser with these cookies. */
  call(method: string, path: string, Cookie: string, body?: object): Promise<Reply> {
    const { api } = this.service;
    const headers = { ...ownOriginJson(api), Cookie };
    return api.call(method, path, { headers, ...(body ? { body } : {}) });
  }

  enter(email: string): Promise<Reply> {
    return enterPassword(this.service.api, email, PASSWORD);
  }

  /** The second step of a sign-in, in the browser of the first one unless other cookies are given. */
  prove(first: Reply, proof: object, Cookie = cookiesOf(first)): Promise<Reply> {
    return this.call('POST', '/v1/session/second_factor', Cookie, {
      challenge: challengeOf(first),
      ...proof,
    });
  }

  async signIn(email: string): Promise<string> {
    const reply = await this.enter(email);
    expect(reply.status, reply.text).to.equal(201);
    return cookiesOf(reply);
  }

  async isSignedIn(Cookie: string): Promise<boolean> {
    return (await this.call('GET', '/v1/me', Cookie)).status === 200;
  }

  /** The actions of the audit log on a subject. */
  async audited(subject: string): Promise<string[]> {
    const entries = await this.service.deps.mongo.models.auditEntries.find({ subject }).lean();
    return entries.map(({ action }) => action);
  }

  /** The network addresses that the audit log names for an action on a subject. */
  async addressesOf(subject: string, action: string): Promise<unknown[]> {
    const entries = await this.service.deps.mongo.models.auditEntries.find({ subject, action }).lean();
    return entries.map(({ after }) => (after as { address?: unknown } | null)?.address);
  }

  /** A user whose app shows a code that was not used. */
  async userWithApp(fields = {}): Promise<{ email: string; id: number; app: TestApp; Cookie: string }> {
    const { user, app, Cookie } = await makeUserWithApp(this.service.api, this.org, fields);
    this.clock.advance(STEP_S);
    return { email: user.email, id: user._id, app, Cookie };
  }

  /** Sends the mails that wait. */
  async sendMails(): Promise<void> {
    while ((await runLoop('mails', this.service.deps)).isMore);
  }
}
