import { expect } from 'chai';
import { runCli } from '../../fixtures/cli.js';
import { forgetUser } from '../../../shared/access/operations/users/forget-user.js';
import { makeUserWithPassword, signInAs } from '../../browser/web-session.js';
import { UsageError } from '../../../api/cli/command.js';
import { sharedApi, type TestApi } from '../../fixtures/api.js';
import { makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { makePerson } from '../person.js';

let made = 0;

// docs/operations.md#user-forget
describe('user forget', () => {
  let api: TestApi;
  let org: number;
  let superAdmin: string;
  before(async () => {
    api = await sharedApi();
    org = (await makeOrganisation(api.deps))._id;
    superAdmin = (await makeUser(api.deps, org, { role: 'super_admin' })).token;
  });

  const person = () => makePerson(api, org, superAdmin);
  const change = async (method: string, id: number, body?: object): Promise<void> => {
    const reply = await api.call(method, `/v1/users/${id}`, { ...(body ? { body } : {}), token: superAdmin });
    expect(reply.status, reply.text).to.equal(200);
  };
  const run = (id: number, organisation = org) =>
    runCli(api, ['user', 'forget', '--organisation', String(organisation), '--id', String(id)]);
  /** Every record that names the person. */
  async function stored(id: number): Promise<string> {
    const { users, auditEntries, mails } = api.deps.mongo.models;
    const records = await Promise.all([
      users.find({ _id: id }).lean(),
      auditEntries.find({ organisationId: org, subject: `user:${id}` }).lean(),
      mails.find({ userId: id }).lean(),
    ]);
    return JSON.stringify(records);
  }

  for (const [what, end] of [
    ['disabled', (id: number) => change('PATCH', id, { is_disabled: true })],
    ['deleted', (id: number) => change('DELETE', id)],
  ] as const)
    it(`puts the number of a ${what} user in the place of its emails and names`, async () => {
      const { id, names } = await person();
      await end(id);
      for (const name of names) expect(await stored(id)).to.contain(name);
      const { code, lines } = await run(id);
      expect([code, lines[0]?.replace(/\d+/g, 'N')]).to.deep.equal([
        0,
        'User N is forgotten; N entries of the audit log were changed',
      ]);
      const left = await stored(id);
      for (const name of names) expect(left).not.to.contain(name);
      expect(left).to.contain(`${id}@forgotten.invalid`);
      expect(left).to.contain('"user.created"').and.to.contain('"user.forgotten"');
      expect(await forgetUser(api.deps, { organisationId: org, userId: id })).to.equal(0);
      expect(await stored(id)).to.equal(left);
    });

  it('leaves a number and rights of the record, and no token', async () => {
    const { id } = await person();
    const { users, accessTokens } = api.deps.mongo.models;
    await users.updateOne({ _id: id }, { $set: { disabledAt: new Date() } });
    expect(await accessTokens.countDocuments({ userId: id })).to.equal(1);
    await run(id);
    expect(await accessTokens.countDocuments({ userId: id })).to.equal(0);
    const { _id, organisationId, email, passwordHash, role, ...left } =
      (await users.findById(id).lean()) ?? {};
    expect([_id, organisationId, email, passwordHash, role]).to.deep.equal([
      id,
      org,
      `${id}@forgotten.invalid`,
      null,
      'viewer',
    ]);
    expect(left).not.to.have.any.keys('name', 'timeZone', 'locale', 'secondFactors', 'sso', 'lastSignInAt');
  });

  it('keeps a user that is enabled while it begins', async () => {
    const { id, names } = await person();
    const { stores } = api.deps;
    const account = { userId: id, organisationId: org };
    const forget = stores.transactUncounted((session) => stores.forgetting.forget(account, session));
    expect(await forget).to.equal(false);
    for (const name of names) expect(await stored(id)).to.contain(name);
  });

  it('leaves users that are not disabled, unknown ones and those of other organisations', async () => {
    const { id, names } = await person();
    const other = (await makeOrganisation(api.deps))._id;
    for (const attempt of [run(id), run(999_999_999), run(id, other)]) {
      const refusal = await attempt.then(
        () => null,
        (error: unknown) => error,
      );
      expect(refusal).to.be.instanceOf(UsageError);
    }
    for (const name of names) expect(await stored(id)).to.contain(name);
  });

  it('leaves the entries of others', async () => {
    const { user } = await makeUserWithPassword(api, org, {
      email: `other-${(made += 1)}-${Date.now()}@example.test`,
    });
    await signInAs(api, user.email);
    const { id } = await person();
    await change('DELETE', id);
    const before = await stored(user._id);
    await run(id);
    expect(await stored(user._id)).to.equal(before);
  });
});
