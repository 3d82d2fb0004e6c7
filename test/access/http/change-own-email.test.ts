import { expect } from 'chai';
import { runLoop } from '../../../dev/run-loop.js';
import {
  headerOf,
  startMailReceiver,
  type MailReceiver,
  type ReceivedMail,
} from '../../../dev/mail-receiver.js';
import { CLI } from '../../../shared/audit/domain/audit-entry.js';
import { hashToken } from '../../../shared/platform/values/secrets.js';
import {
  makeUserWithPassword,
  ownOriginJson,
  PASSWORD,
  PASSWORD_HASH,
  postForm,
  signInAs,
} from '../../browser/web-session.js';
import { sharedApi, type Reply } from '../../fixtures/api.js';
import { TestClock } from '../../fixtures/clock.js';
import { makeOperator, makeUser } from '../../fixtures/records/organisation.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { submitPassword } from '../password-link.js';
import { workOf } from '../work.js';

const LINK = /https:\/\/fleet\.example\.test\/email#([\w-]{43})/;

describe('PUT /v1/me/email', () => {
  const clock = new TestClock();
  let receiver: MailReceiver;
  let received: ReceivedMail[];
  let service: TestService;
  let org: number;
  before(async () => {
    receiver = await startMailReceiver((mail) => {
      received.push(mail);
    });
    const settings = {
      SMTP_URL: receiver.url,
      MAIL_FROM: 'fleet@example.test',
      PUBLIC_URL: 'https://fleet.example.test',
    };
    service = await TestService.open(settings, clock);
    ({ org } = await service.fixture());
  });
  beforeEach(async () => {
    received = [];
    await service.deps.mongo.models.mails.deleteMany({});
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });

  let made = 0;
  const newEmail = (): string => `changed-${(made += 1)}-${Date.now()}@example.test`;
  /** A user with an email of its own, because the quotas of tests that run beside are counted by email. */
  async function signedIn() {
    const { user } = await makeUserWithPassword(service.api, org, { email: newEmail() });
    return { user, Cookie: await signInAs(service.api, user.email) };
  }
  const ask = (Cookie: string, email: unknown): Promise<Reply> =>
    service.api.call('PUT', '/v1/me/email', {
      body: { email },
      headers: { ...ownOriginJson(service.api), Cookie },
    });
  const confirm = (code: string): Promise<Reply> => postForm(service.api, '/email', { code });
  /** The secret of the link that an address has got. */
  function secretFor(address: string): string {
    const mail = received.find(({ to }) => to[0] === address);
    return LINK.exec(mail?.source.replace(/=\r\n/g, '') ?? '')?.[1] ?? '';
  }
  /** Sends the mails, and reads the secret of the link to an address. */
  async function mailedTo(address: string): Promise<string> {
    received = [];
    await runLoop('mails', service.deps);
    return secretFor(address);
  }
  const subjects = (): string[][] => received.map((mail) => [mail.to[0] ?? '', headerOf(mail, 'Subject')]);
  const emailOf = async (Cookie: string): Promise<string> => {
    const { body } = await service.api.call('GET', '/v1/me', { headers: { Cookie } });
    return (body as { data: { me: { user: { email: string } } } }).data.me.user.email;
  };
  const audited = async (userId: number) => {
    const entries = await service.deps.mongo.models.auditEntries
      .find({ organisationId: org, subject: `user:${userId}`, action: /^user\.email/ })
      .sort({ at: 1 })
      .lean();
    return entries.map(({ action, before, after }) => ({
      action,
      before,
      new: after?.['new_email'] ?? after,
    }));
  };

  // docs/console-api.md#change_own_email-1
  // docs/console-api.md#change_own_email-2
  it('changes it by the link that the new address gets, keeps the session and tells the old address', async () => {
    const { user, Cookie } = await signedIn();
    const email = newEmail();
    const asked = await ask(Cookie, ` ${email.toUpperCase()}`);
    expect(asked.status, asked.text).to.equal(202);
    expect((asked.body as { data: object }).data).to.have.nested.property('email_change.email', email);
    const secret = await mailedTo(email);
    expect(subjects()).to.have.deep.members([
      [email, 'Confirm the new email of your airfleet account'],
      [user.email, 'A new email was asked for your airfleet account'],
    ]);
    const stored = await service.deps.mongo.models.passwordLinks.findById(hashToken(secret)).lean();
    expect(stored).to.include({ email: user.email, newEmail: email });

    const page = await service.api.call('GET', '/email', { headers: { Accept: 'text/html' } });
    expect([page.status, await emailOf(Cookie)]).to.deep.equal([200, user.email]);
    expect((await submitPassword(service.api, secret, 'four warm lighthouses')).status).to.equal(404);
    const confirmed = await confirm(secret);
    expect([confirmed.status, confirmed.headers.getSetCookie()]).to.deep.equal([200, []]);

    expect(await emailOf(Cookie)).to.equal(email);
    expect(await signInAs(service.api, email)).not.to.equal('');
    expect((await confirm(secret)).status).to.equal(404);
    await mailedTo(user.email);
    expect(subjects()).to.deep.include([user.email, 'The email of your airfleet account was changed']);
    expect(await audited(user._id)).to.have.deep.members([
      { action: 'user.email_requested', before: null, new: email },
      { action: 'user.email_changed', before: { email: user.email }, new: { email, address: '127.0.0.1' } },
    ]);
  });

  it('changes that of an operator of the installation', async () => {
    const { operator } = await makeOperator(service.deps, PASSWORD_HASH);
    const Cookie = await signInAs(service.api, operator.email);
    const email = newEmail();
    expect((await ask(Cookie, email)).status).to.equal(202);
    expect((await confirm(await mailedTo(email))).status).to.equal(200);
    expect(await emailOf(Cookie)).to.equal(email);
  });

  it('asks for a recent sign-in, an address, and another one than it is', async () => {
    const { user, Cookie } = await signedIn();
    for (const email of ['no address', '', 17, user.email])
      expect(refused(await ask(Cookie, email)), String(email)).to.deep.equal([422, 1109]);
    clock.advance(10 * 60 + 1);
    expect(refused(await ask(Cookie, newEmail()))).to.deep.equal([401, 1133]);
  });

  // docs/console-api.md#change_own_email-1
  it('is refused by a service without mails', async () => {
    const api = await sharedApi();
    const { user } = await makeUserWithPassword(api, org, { email: newEmail() });
    const headers = { ...ownOriginJson(api), Cookie: await signInAs(api, user.email) };
    const reply = await api.call('PUT', '/v1/me/email', { body: { email: newEmail() }, headers });
    expect(refused(reply)).to.deep.equal([409, 1111]);
  });

  // docs/console-api.md#change_own_email-3
  // docs/reliability.md#accounts-named
  it('does not show that another account has the email, and does not take it', async () => {
    const { user: other } = await signedIn();
    const { operator } = await makeOperator(service.deps, PASSWORD_HASH);
    const { user, Cookie } = await signedIn();
    const free = newEmail();
    // Those that find out who asks come first or not, depending on how long ago the session was used.
    const identify = ['find access_tokens', 'find users', 'find sign-in rules', 'update access_tokens'];
    const asked = [];
    for (const email of [free, other.email, operator.email]) {
      const { text, commands, ...work } = await workOf(service.deps, () => ask(Cookie, email));
      const own = commands.filter((command) => !identify.includes(command));
      const shown = text.replace(email, 'EMAIL').replace(/"expires_at":"[^"]*"/, '');
      asked.push({ ...work, commands: own, text: shown });
    }
    expect(asked[0]).to.include({ status: 202, scryptRuns: 0 });
    expect(asked[0]?.commands).to.include.members(['insert mails', 'insert password_links']);
    for (const work of asked) expect(work).to.deep.equal(asked[0]);
    await mailedTo(free);
    for (const taken of [other.email, operator.email]) {
      const reply = await confirm(secretFor(taken));
      expect([reply.status, reply.text.includes('This is the email of another account')]).to.deep.equal([
        422,
        true,
      ]);
    }
    expect(await emailOf(Cookie)).to.equal(user.email);
  });

  it('gives one account an email that two confirm at once, and one of two requests its change', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const email = newEmail();
    await ask(one.Cookie, email);
    const first = await mailedTo(email);
    await ask(two.Cookie, email);
    const second = await mailedTo(email);
    const replies = await Promise.all([confirm(first), confirm(first), confirm(second)]);
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.length(1);
    const emails = [await emailOf(one.Cookie), await emailOf(two.Cookie)];
    expect(emails.filter((shown) => shown === email)).to.have.length(1);
  });

  // docs/console-api.md#change_own_email-2
  it('does not change by a link that has ended', async () => {
    const { credentials } = service.deps.stores;
    for (const [what, end] of [
      ['disabled', { disabledAt: new Date() }],
      ['password', { passwordHash: PASSWORD_HASH }],
    ] as const) {
      const { user, Cookie } = await signedIn();
      const email = newEmail();
      await ask(Cookie, email);
      const secret = await mailedTo(email);
      const account = { userId: user._id, organisationId: org };
      await credentials.change(account, end, { author: CLI, at: new Date() });
      expect((await confirm(secret)).status, what).to.equal(404);
    }
    const { Cookie } = await signedIn();
    const email = newEmail();
    await ask(Cookie, email);
    const secret = await mailedTo(email);
    clock.advance(72 * 3600);
    expect((await confirm(secret)).status, 'time').to.equal(404);
  });

  // docs/administration.md#update_user-5
  it('is mailed to the old address when an administrator changes it', async () => {
    const { user } = await signedIn();
    const { token } = await makeUser(service.deps, org, { role: 'super_admin' });
    const change = (body: object) => service.api.call('PATCH', `/v1/users/${user._id}`, { body, token });
    expect((await change({ tier: 2 })).status).to.equal(200);
    expect((await change({ email: newEmail() })).status).to.equal(200);
    await mailedTo(user.email);
    expect(subjects()).to.deep.equal([[user.email, 'The email of your airfleet account was changed']]);
  });

  // docs/console-api.md#change_own_email-4
  it('mails an address and for an account three times an hour, and answers the same', async () => {
    const { user, Cookie } = await signedIn();
    const email = newEmail();
    for (let count = 0; count < 4; count += 1) expect((await ask(Cookie, email)).status).to.equal(202);
    expect((await ask(Cookie, newEmail())).status).to.equal(202);
    await mailedTo(email);
    expect(received.filter(({ to }) => to[0] === email)).to.have.length(3);
    expect(received.filter(({ to }) => to[0] === user.email)).to.have.length(3);
    const other = await signedIn();
    await ask(other.Cookie, email);
    await mailedTo(email);
    expect(received).to.deep.equal([]);
    expect(
      (
        await service.api.call('POST', '/v1/access_tokens', {
          body: { email: user.email, password: PASSWORD },
        })
      ).status,
    ).to.equal(201);
  });
});
