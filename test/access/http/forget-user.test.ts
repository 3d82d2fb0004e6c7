import { expect } from 'chai';
import { runCli } from '../../fixtures/cli.js';
import { newMail } from '../../../shared/access/operations/links/account-mail.js';
import { forgetUser } from '../../../shared/access/operations/users/forget-user.js';
import { makeUserWithPassword, signInAs } from '../../browser/web-session.js';
import { UsageError } from '../../../api/cli/command.js';
import { openSession } from '../../../shared/access/operations/open-session.js';
import { sharedApi, type TestApi } from '../../fixtures/api.js';
import { makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';

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

  /** A user with a name, entries of the audit log and a mail. */
  async function makePerson() {
    const address = `person-${(made += 1)}-${Date.now()}@example.test`;
    const body = { email: address, role: 'viewer' };
    const created = await api.call('POST', '/v1/users', { body, token: superAdmin });
    const { id } = (created.body as { data: { user: { id: number } } }).data.user;
    const email = `new-${address}`;
    await api.call('PATCH', `/v1/users/${id}`, { body: { email }, token: superAdmin });
    const { token } = await tokenOf(id);
    await api.call('PATCH', '/v1/me', { body: { name: 'Åsa Lind' }, token });
    const _id = await api.deps.stores.ids.reserve('mails');
    const account = { kind: 'password_changed', address: email } as const;
    await api.deps.stores.mails.put(newMail({ _id, organisationId: org, userId: id, account }, new Date()));
    return { id, names: [address, 'Åsa Lind'] };
  }
  async function tokenOf(id: number) {
    const user = await api.deps.mongo.models.users.findById(id).lean();
    if (user === null) throw new Error('The user is gone');
    return { token: (await openSession(api.deps, 'token', user, 'Backup of Åsa Lind')).secret };
  }
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
      const { id, names } = await makePerson();
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

  it('leaves users that are not disabled, unknown ones and those of other organisations', async () => {
    const { id, names } = await makePerson();
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
    const { id } = await makePerson();
    await change('DELETE', id);
    const before = await stored(user._id);
    await run(id);
    expect(await stored(user._id)).to.equal(before);
  });
});
