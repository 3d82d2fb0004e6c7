import { expect } from 'chai';
import { cookiesOf, makeUserWithPassword, ownOriginJson, PASSWORD } from '../../browser/web-session.js';
import type { Reply } from '../../fixtures/api.js';
import { TestClock } from '../../fixtures/clock.js';
import { makeOrganisation, makeUser, type TestUser } from '../../fixtures/records/organisation.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { enterPassword } from '../../fixtures/second-factor.js';

describe('/v1/organisation', () => {
  const clock = new TestClock();
  let service: TestService;
  let org: number;
  let superAdmin: TestUser;
  before(async () => {
    service = await TestService.open({}, clock);
  });
  beforeEach(async () => {
    org = (await makeOrganisation(service.deps))._id;
    superAdmin = await makeUser(service.deps, org, { role: 'super_admin' });
  });
  after(() => service.close());

  const change = (body: object, token = superAdmin.token, headers = {}): Promise<Reply> =>
    service.api.call('PATCH', '/v1/organisation', { body, token, headers });

  // docs/administration.md#show_organisation-1
  // docs/administration.md#update_organisation-1
  it('shows the rules to everyone and lets super admins change them', async () => {
    const viewer = await makeUser(service.deps, org, { role: 'viewer' });
    const shown = await service.api.call('GET', '/v1/organisation', { token: viewer.token });
    expect((shown.body as { data: { organisation: object } }).data.organisation).to.deep.include({
      id: org,
      require_second_factor: false,
      session_idle_minutes: 480,
      revision: 0,
    });
    const admin = await makeUser(service.deps, org, { role: 'admin' });
    expect(refused(await change({ session_idle_minutes: 5 }, admin.token))).to.deep.equal([403, 1102]);
    for (const minutes of [4, 1441, 7.5])
      expect(refused(await change({ session_idle_minutes: minutes }))).to.deep.equal([422, 1109]);
    const changed = await change({ session_idle_minutes: 5 });
    expect([changed.status, changed.headers.get('ETag')]).to.deep.equal([200, '"1"']);
    const stale = await change({ session_idle_minutes: 6 }, superAdmin.token, { 'If-Match': '"0"' });
    expect(refused(stale)).to.deep.equal([412, 1112]);
    const entries = await service.deps.mongo.models.auditEntries
      .find({ organisationId: org, action: 'organisation.updated' })
      .lean();
    expect(entries.map(({ before, after }) => [before, after])).to.deep.equal([
      [
        { require_second_factor: false, session_idle_minutes: 480 },
        { require_second_factor: false, session_idle_minutes: 5 },
      ],
    ]);
  });

  // docs/administration.md#update_organisation-2
  it('keeps its revision when a change changes nothing', async () => {
    for (const body of [{}, { session_idle_minutes: 480 }, { require_second_factor: false }]) {
      const reply = await change(body);
      expect([reply.status, reply.headers.get('ETag')]).to.deep.equal([200, '"0"']);
    }
    const { auditEntries } = service.deps.mongo.models;
    expect(
      await auditEntries.countDocuments({ organisationId: org, action: 'organisation.updated' }),
    ).to.equal(0);
  });

  // docs/http.md#callers-7
  it('ends browser sessions without a request for longer than it allows, and no token', async () => {
    const { user, token } = await makeUserWithPassword(service.api, org);
    const isSignedIn = async (Cookie: string): Promise<boolean> =>
      (await service.api.call('GET', '/v1/me', { headers: { ...ownOriginJson(service.api), Cookie } }))
        .status === 200;
    const signIn = async (): Promise<string> =>
      cookiesOf(await enterPassword(service.api, user.email, PASSWORD));
    const used = await signIn();
    clock.advance(8 * 3600 - 1);
    expect(await isSignedIn(used)).to.equal(true);
    // The use is recorded after the answer.
    const { accessTokens } = service.deps.mongo.models;
    const isRecorded = async () =>
      (await accessTokens.countDocuments({ userId: user._id, lastUsedAt: clock.now() })) > 0;
    while (!(await isRecorded())) await new Promise(setImmediate);
    clock.advance(8 * 3600);
    expect(await isSignedIn(used)).to.equal(true);
    await change({ session_idle_minutes: 5 });
    const unused = await signIn();
    clock.advance(301);
    expect(await isSignedIn(unused)).to.equal(false);
    expect((await service.api.call('GET', '/v1/me', { token })).status).to.equal(200);
  });
});
