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
  cookiesOf,
  makeUserWithPassword,
  ownOriginJson,
  PASSWORD,
  postForm,
} from '../../browser/web-session.js';
import type { Reply } from '../../fixtures/api.js';
import { TestClock } from '../../fixtures/clock.js';
import { makeOperator, makeUser } from '../../fixtures/records/organisation.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { secretOf, setPassword, submitPassword, type ShownLink } from '../password-link.js';
import { workOf } from '../work.js';

const ORIGIN = 'https://fleet.example.test';
const HOUR_S = 3600;
const NEW_PASSWORD = 'four warm lighthouses';

describe('links at which passwords are set', () => {
  const clock = new TestClock();
  let receiver: MailReceiver;
  let received: ReceivedMail[];
  let service: TestService;
  let fixture: UpgradeFixture;
  let superAdmin: string;
  before(async () => {
    receiver = await startMailReceiver((mail) => {
      received.push(mail);
    });
    const settings = {
      SMTP_URL: receiver.url,
      MAIL_FROM: 'fleet@example.test',
      PUBLIC_URL: ORIGIN,
      TRUST_PROXY: '1',
    };
    service = await TestService.open(settings, clock);
    fixture = await service.fixture();
    superAdmin = (await makeUser(service.deps, fixture.org, { role: 'super_admin' })).token;
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
  const newEmail = (): string => `linked-${(made += 1)}-${Date.now()}@example.test`;
  const send = (): Promise<unknown> => runLoop('mails', service.deps);
  const headers = { 'X-Forwarded-Host': 'evil.example', Host: 'evil.example' };
  async function invite(email = newEmail()): Promise<{ id: number; email: string; invitation: ShownLink }> {
    const body = { email, role: 'viewer' };
    const reply = await fixture.call('POST', '/v1/users', { body, headers, token: superAdmin });
    expect(reply.status, reply.text).to.equal(201);
    return (reply.body as { data: { user: never } }).data.user;
  }
  async function linkTo(id: number): Promise<ShownLink> {
    const reply = await fixture.call('POST', `/v1/users/${id}/password_link`, { token: superAdmin, headers });
    expect(reply.status, reply.text).to.equal(201);
    return (reply.body as { data: { password_link: never } }).data.password_link;
  }
  const signIn = (email: string, password: string): Promise<Reply> =>
    service.api.call('POST', '/v1/access_tokens', { body: { email, password } });
  const forget = (email: string): Promise<Reply> => postForm(service.api, '/forgotten_password', { email });
  const linkIn = (mail: ReceivedMail | undefined): ShownLink => ({
    url: /https:\/\/\S+\/password#[\w-]{43}/.exec(mail?.source.replace(/=\r\n/g, '') ?? '')?.[0] ?? '',
  });
  const subjects = (): string[] => received.map((mail) => headerOf(mail, 'Subject'));

  // docs/administration.md#create_user-1
  // docs/http.md#links-1
  it('are mailed, come from PUBLIC_URL alone, and are stored as a hash', async () => {
    const { email, invitation } = await invite();
    expect(invitation.url).to.match(/^https:\/\/fleet\.example\.test\/password#[\w-]{43}$/);
    const stored = await service.deps.mongo.models.passwordLinks.findById(hashToken(secretOf(invitation)));
    expect(stored?.email).to.equal(email);
    expect(JSON.stringify(await service.deps.mongo.models.mails.find({}).lean())).not.to.contain(
      secretOf(invitation),
    );
    await send();
    expect(received.map(({ to }) => to)).to.deep.equal([[email]]);
    expect(linkIn(received[0])).to.deep.equal({ url: invitation.url });
    const [mail] = await service.deps.mongo.models.mails.find({}).lean();
    expect(mail).to.include({ state: 'Sent' });
    expect(mail?.account).not.to.have.property('secret');
  });

  // docs/http.md#links-2
  // docs/console-api.md#change_own_password-4
  it('set a password once, by a POST, and sign no one in', async () => {
    const { email, invitation } = await invite();
    const code = secretOf(invitation);
    for (let count = 0; count < 2; count += 1)
      expect((await service.api.call('GET', '/password')).status).to.equal(200);
    const short = await submitPassword(service.api, code, 'short');
    expect([short.status, short.text.includes(`value="${code}"`)]).to.deep.equal([422, true]);
    expect((await submitPassword(service.api, code, 'qwertyuiop')).text).to.contain('most common passwords');
    const set = await submitPassword(service.api, code, NEW_PASSWORD);
    expect([set.status, set.headers.getSetCookie()]).to.deep.equal([200, []]);
    expect((await signIn(email, NEW_PASSWORD)).status).to.equal(201);
    expect((await submitPassword(service.api, code, 'five warm lighthouses')).status).to.equal(404);
    expect((await signIn(email, NEW_PASSWORD)).status).to.equal(201);
    const session = await service.api.call('POST', '/v1/session', {
      body: { email, password: NEW_PASSWORD },
      headers: ownOriginJson(service.api),
    });
    const changed = await service.api.call('PUT', '/v1/me/password', {
      body: { password: 'six warm lighthouses' },
      headers: { ...ownOriginJson(service.api), Cookie: cookiesOf(session) },
    });
    expect(changed.status, changed.text).to.equal(204);
    await send();
    const isChanged = 'Your airfleet password was changed';
    expect(subjects()).to.have.members([
      'Your airfleet account',
      isChanged,
      'Your airfleet account was used in a new browser',
      isChanged,
    ]);
  });

  // docs/http.md#links-2
  it('set one password of two that are sent at once', async () => {
    const code = secretOf((await invite()).invitation);
    const replies = await Promise.all([
      submitPassword(service.api, code, NEW_PASSWORD),
      submitPassword(service.api, code, 'five warm lighthouses'),
    ]);
    expect(replies.map(({ status }) => status)).to.have.members([200, 404]);
  });

  // docs/http.md#links-3
  it('end after 72 hours, and with the password, email, role or enabling that the account had', async () => {
    const change = async (id: number, body: object): Promise<void> => {
      const reply = await fixture.call('PATCH', `/v1/users/${id}`, { body, token: superAdmin });
      expect(reply.status, reply.text).to.equal(200);
    };
    const account = (userId: number) => ({ userId, organisationId: fixture.org });
    const by = { author: CLI, at: new Date() };
    const { credentials } = service.deps.stores;
    for (const [what, end] of [
      ['email', (id: number) => change(id, { email: newEmail() })],
      ['role', (id: number) => change(id, { role: 'operator' })],
      ['disabled', (id: number) => change(id, { is_disabled: true })],
      ['password', (id: number) => credentials.change(account(id), { passwordHash: 'x' }, by)],
      ['tokens', (id: number) => credentials.revokeAll(account(id), by)],
      ['other link', async (id: number) => setPassword(service.api, await linkTo(id))],
      [
        'time',
        () => {
          clock.advance(72 * HOUR_S);
        },
      ],
    ] as const) {
      const { id, invitation } = await invite();
      await end(id);
      expect((await submitPassword(service.api, secretOf(invitation), NEW_PASSWORD)).status, what).to.equal(
        404,
      );
    }
  });

  // docs/administration.md#create_password_link-1
  // docs/administration.md#create_password_link-2
  it('are made by administrators for the users whom they manage, and not for themselves', async () => {
    const { user } = await makeUserWithPassword(service.api, fixture.org, { role: 'viewer' });
    const link = await linkTo(user._id);
    expect((await signIn(user.email, PASSWORD)).status).to.equal(201);
    await send();
    expect(linkIn(received[0])).to.deep.equal({ url: link.url });
    await setPassword(service.api, link);
    expect((await signIn(user.email, PASSWORD)).status).to.equal(401);
    const own = `/v1/users/${fixture.admin.user._id}/password_link`;
    expect(refused(await fixture.call('POST', own))).to.deep.equal([403, 1102]);
    const again = { headers: { 'Idempotency-Key': 'link' }, token: superAdmin };
    const [first, second] = [
      await fixture.call('POST', `/v1/users/${user._id}/password_link`, again),
      await fixture.call('POST', `/v1/users/${user._id}/password_link`, again),
    ];
    expect(first.text).to.contain('#');
    expect(second.body).to.deep.equal({ data: { password_link: null }, status: 201 });
    const entries = await service.deps.mongo.models.auditEntries.find({ subject: `user:${user._id}` }).lean();
    expect(entries.map(({ action }) => action)).to.include.members([
      'user.password_link_created',
      'user.password_changed',
    ]);
  });

  // docs/http.md#links-4
  // docs/reliability.md#accounts-named
  it('are mailed to a visitor who has an account, with the same answer and work for every address', async () => {
    const { user } = await makeUserWithPassword(service.api, fixture.org);
    const { operator } = await makeOperator(service.deps);
    const disabled = await makeUserWithPassword(service.api, fixture.org, { disabledAt: new Date() });
    const addresses = [user.email, operator.email, disabled.user.email, newEmail()];
    const asked = [];
    for (const address of addresses) asked.push(await workOf(service.deps, () => forget(address)));
    expect(asked[0]).to.deep.equal({
      status: 200,
      commands: ['findAndModify counters', 'insert mails'],
      scryptRuns: 0,
      text: asked[0]?.text,
    });
    for (const other of asked) expect(other).to.deep.equal(asked[0]);
    await send();
    expect(received.map(({ to }) => to[0])).to.have.members([user.email, operator.email]);
    const mail = received.find(({ to }) => to[0] === user.email);
    expect((await signIn(user.email, PASSWORD)).status).to.equal(201);
    const password = await setPassword(service.api, linkIn(mail));
    expect((await signIn(user.email, password)).status).to.equal(201);
    await setPassword(service.api, linkIn(received.find(({ to }) => to[0] === operator.email)));
  });

  // docs/http.md#links-5
  it('are mailed three times an hour to an address', async () => {
    const { email } = await invite();
    const replies = [];
    for (let count = 0; count < 4; count += 1) replies.push(await forget(` ${email.toUpperCase()}`));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`))).to.have.property('size', 1);
    await send();
    expect(received).to.have.length(3);
    expect((await forget('no address')).status).to.equal(422);
  });

  // docs/console-api.md#open_session-3
  it('are not all that is mailed: a sign-in in a new browser is, but not the first one', async () => {
    const { email, invitation } = await invite();
    const password = await setPassword(service.api, invitation);
    const enter = async (Cookie = ''): Promise<string> => {
      const headers = { ...ownOriginJson(service.api), 'X-Forwarded-For': '192.0.2.7', Cookie };
      return cookiesOf(await service.api.call('POST', '/v1/session', { body: { email, password }, headers }));
    };
    await send();
    received = [];
    const known = await enter();
    await enter(known);
    await send();
    expect(received).to.deep.equal([]);
    await enter();
    await send();
    expect(subjects()).to.deep.equal(['Your airfleet account was used in a new browser']);
    expect(received[0]?.source).to.contain('192.0.2.7');
  });

  // docs/http.md#links-6
  it('do not show in a sign-in: it does the same for unknown, disabled and invited users', async () => {
    const { user } = await makeUserWithPassword(service.api, fixture.org);
    const disabled = await makeUserWithPassword(service.api, fixture.org, { disabledAt: new Date() });
    const addresses = [user.email, disabled.user.email, (await invite()).email, newEmail()];
    const tried = [];
    for (const email of addresses)
      tried.push(await workOf(service.deps, () => signIn(email, 'a wrong password')));
    expect(tried[0]).to.include({ status: 401, scryptRuns: 1 });
    for (const other of tried) expect(other).to.deep.equal(tried[0]);
  });
});
