import { expect } from 'chai';
import { sharedApi, type Reply, type TestApi } from '../../fixtures/api.js';
import { runCli } from '../../fixtures/cli.js';
import { makeOrganisation, makeUser, type TestUser } from '../../fixtures/records/organisation.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';

describe('the last super admin of an organisation', () => {
  let api: TestApi;
  let org: number;
  before(async () => {
    api = await sharedApi();
  });
  beforeEach(async () => {
    org = (await makeOrganisation(api.deps))._id;
  });

  const superAdmin = (): Promise<TestUser> => makeUser(api.deps, org, { role: 'super_admin' });
  const able = (): Promise<number> =>
    api.deps.mongo.models.users.countDocuments({
      organisationId: org,
      role: 'super_admin',
      disabledAt: null,
    });
  const WAYS: readonly [string, (by: TestUser, of: TestUser) => Promise<Reply>][] = [
    ['demoted', (by, { user }) => patch(by, user._id, { role: 'viewer' })],
    ['disabled', (by, { user }) => patch(by, user._id, { is_disabled: true })],
    ['deleted', ({ token }, { user }) => api.call('DELETE', `/v1/users/${user._id}`, { token })],
  ];
  const patch = ({ token }: TestUser, id: number, body: object): Promise<Reply> =>
    api.call('PATCH', `/v1/users/${id}`, { token, body });

  for (const [what, take] of WAYS) {
    // docs/administration.md#update_user-4
    it(`stays when two are ${what} by each other at once`, async () => {
      const [one, other] = [await superAdmin(), await superAdmin()];
      const replies = await Promise.all([take(one, other), take(other, one)]);
      expect(replies.filter(({ status }) => status === 200)).to.have.length(1);
      expect(await able()).to.equal(1);
    });
  }

  // docs/administration.md#update_user-4
  it('is not disabled by the command line', async () => {
    const [one, other] = [await superAdmin(), await superAdmin()];
    expect((await runCli(api, ['user', 'disable', '--email', one.user.email])).code).to.equal(0);
    const refusal = await runCli(api, ['user', 'disable', '--email', other.user.email]).then(
      () => 'disabled',
      (error: unknown) => (error as Error).message,
    );
    expect(refusal).to.equal('The organisation needs a super admin who can sign in');
    expect(await able()).to.equal(1);
    expect((await api.call('GET', '/v1/me', { token: other.token })).status).to.equal(200);
  });

  // docs/administration.md#update_user-4
  it('may be changed while another one can sign in, and a disabled one always', async () => {
    const [one, other] = [await superAdmin(), await superAdmin()];
    for (const body of [{ is_disabled: true }, { role: 'viewer' }])
      expect((await patch(one, other.user._id, body)).status).to.equal(200);
    expect(refused(await patch(one, one.user._id, { role: 'viewer' }))).to.deep.equal([403, 1102]);
  });
});
