import { expect } from 'chai';
import { startTestApi, type TestApi } from '../../fixtures/api.js';
import { runCli } from '../../fixtures/cli.js';
import { makeOperator, makeOrganisation } from '../../fixtures/records/organisation.js';
import { FleetFixture, smallFleet } from '../../fixtures/records/fleet.js';
import { makeUserWithPassword, PASSWORD, signInAs } from '../../browser/web-session.js';

const LIST = '/v1/network_ssids';
const NEW_PASSWORD = 'another correct horse';

describe('revocation of access', () => {
  let here: TestApi;
  let there: TestApi;
  let org: number;
  before(async () => {
    [here, there] = await Promise.all([startTestApi(), startTestApi()]);
    org = (await makeOrganisation(here.deps))._id;
  });
  after(() => Promise.all([here.close(), there.close()]));

  const cli = async (...args: string[]): Promise<string[]> =>
    (await runCli(here, args, { env: { AIRFLEET_PASSWORD: NEW_PASSWORD } })).lines;

  const signIn = (email: string, password: string, name?: string) =>
    there.call('POST', '/v1/access_tokens', { body: { email, password, ...(name ? { name } : {}) } });
  const statuses = async (token: string, Cookie: string): Promise<number[]> => [
    (await there.call('GET', LIST, { token })).status,
    (await there.call('GET', '/upgrades.json', { headers: { Cookie } })).status,
  ];

  it('a changed password revokes every token and session at once in every process', async () => {
    const { user, token } = await makeUserWithPassword(here, org);
    const Cookie = await signInAs(there, user.email);
    expect(await statuses(token, Cookie)).to.deep.equal([200, 200]);
    await cli('user', 'password', '--email', user.email);
    expect(await statuses(token, Cookie)).to.deep.equal([401, 401]);
    expect((await signIn(user.email, PASSWORD)).status).to.equal(401);
    expect((await signIn(user.email, NEW_PASSWORD)).status).to.equal(201);
  });

  it('a sign-in that started before the password changed gets a token that is refused', async () => {
    const { user } = await makeUserWithPassword(here, org);
    const { sessions } = there.deps.stores;
    const original = { ...sessions };
    Object.assign(sessions, {
      create: async (...given: Parameters<typeof original.create>) => {
        await cli('user', 'password', '--email', user.email);
        await original.create(...given);
      },
    });
    try {
      const { access_token: token } = (await signIn(user.email, PASSWORD)).body as { access_token: string };
      expect((await there.call('GET', LIST, { token })).status).to.equal(401);
    } finally {
      Object.assign(sessions, original);
    }
  });

  it('a disabled user is refused at once and cannot sign in; enabling does not restore tokens', async () => {
    const { user, token } = await makeUserWithPassword(here, org);
    const Cookie = await signInAs(there, user.email);
    expect(await statuses(token, Cookie)).to.deep.equal([200, 200]);
    await cli('user', 'disable', '--email', user.email);
    expect(await statuses(token, Cookie)).to.deep.equal([401, 401]);
    expect((await signIn(user.email, PASSWORD)).status).to.equal(401);
    await cli('user', 'enable', '--email', user.email);
    expect(await statuses(token, Cookie)).to.deep.equal([401, 401]);
    expect((await signIn(user.email, PASSWORD)).status).to.equal(201);
  });

  it('lists tokens with their names and without secrets, and revokes them individually', async () => {
    const { user, token } = await makeUserWithPassword(here, org);
    const { access_token: named } = (await signIn(user.email, PASSWORD, 'backup script')).body as {
      access_token: string;
    };
    const listed = await cli('token', 'list', '--email', user.email);
    expect(listed).to.have.length(2);
    const stored = await here.deps.mongo.models.accessTokens.find({ userId: user._id }).lean();
    for (const secret of [token, named, ...stored.map(({ _id }) => _id)]) {
      expect(listed.join()).not.to.contain(secret);
    }
    const id = listed.find((line) => line.includes('backup script'))?.split(' ')[0] ?? '';
    expect((await there.call('GET', LIST, { token: named })).status).to.equal(200);
    await cli('token', 'revoke', '--email', user.email, '--id', id);
    expect((await there.call('GET', LIST, { token: named })).status).to.equal(401);
    expect((await there.call('GET', LIST, { token })).status).to.equal(200);
    await cli('token', 'revoke', '--email', user.email, '--all');
    expect((await there.call('GET', LIST, { token })).status).to.equal(401);
    expect(await cli('token', 'list', '--email', user.email)).to.deep.equal([]);
  });

  it('creates, disables and refuses operators of the installation like users', async () => {
    const email = `made-${Date.now()}@example.test`;
    await cli('operator', 'create', '--email', email);
    const Cookie = await signInAs(there, email, NEW_PASSWORD);
    const board = async (): Promise<number> =>
      (await there.call('GET', '/admin/queues', { headers: { Cookie, Accept: 'application/json' } })).status;
    expect(await board()).to.equal(200);
    await cli('user', 'disable', '--email', email);
    expect(await board()).to.equal(401);
    const { operator } = await makeOperator(here.deps);
    expect(operator.email).not.to.equal(email);
  });
});

describe('credentials of a fleet file', () => {
  let fixture: FleetFixture;
  beforeEach(async () => {
    fixture = await FleetFixture.open();
    await fixture.import(smallFleet());
  });
  afterEach(() => fixture.close());

  const user = (fields: object = {}) => ({
    id: 1,
    organisation_id: 1,
    email: 'user@harbour.example',
    role: 'viewer',
    ...fields,
  });

  it('import operators by email, and change nothing when imported again', async () => {
    const fleet = {
      operators: [
        { email: 'One@Airfleet.example', password: 'correct horse', access_token: 'token-of-an-operator' },
        { email: 'two@airfleet.example' },
      ],
    };
    expect((await fixture.import(fleet)).get('operators')).to.deep.equal({ added: 2, changed: 0, total: 2 });
    const before = await fixture.dump();
    expect((await fixture.import(fleet)).get('operators')).to.deep.equal({ added: 0, changed: 0, total: 2 });
    expect(await fixture.dump()).to.deep.equal(before);
    const [first] = await fixture.models.operators.find({}).sort({ _id: 1 }).lean();
    const [token] = await fixture.models.accessTokens.find({}).lean();
    expect(first?.email).to.equal('one@airfleet.example');
    expect(token).to.include({ userId: first?._id, organisationId: null });
  });

  it('are refused when a user and an operator share an email or a token', async () => {
    const shared = { email: 'user@harbour.example', access_token: 'shared-token' };
    const faults = ['operators[0].email: is the address of another user'];
    faults.push('operators[0].access_token: is the token of another user');
    const users = [user({ access_token: 'shared-token' })];
    expect(await fixture.faultsOf({ users, operators: [shared] })).to.deep.equal(faults);
    await fixture.import({ users });
    expect(await fixture.faultsOf({ operators: [shared] })).to.deep.equal(faults);
  });

  it('revoke earlier tokens with a changed password, but not the token of the same entry', async () => {
    await fixture.import({ users: [user({ password: 'first password', access_token: 'kept-token' })] });
    const generation = async () => (await fixture.models.users.findById(1).lean())?.tokenGeneration ?? 0;
    expect(await generation()).to.equal(0);
    await fixture.import({ users: [user({ password: 'second password', access_token: 'kept-token' })] });
    expect(await generation()).to.equal(1);
    const [token] = await fixture.models.accessTokens.find({}).lean();
    expect(token).to.include({ generation: 1 });
  });
});
