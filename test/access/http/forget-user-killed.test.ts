import { execFile } from 'node:child_process';
import { expect } from 'chai';
import { accountEntry } from '../../../shared/access/domain/account-entry.js';
import { CLI } from '../../../shared/audit/domain/audit-entry.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { makePerson, type Person } from '../person.js';

/** More than the command rewrites at a time. */
const RENAMED = 600;

const DEATHS = [
  ['disabled', 'user-forgotten'],
  ['disabled', 'mails-deleted'],
  ['disabled', 'entries-rewritten'],
  ['disabled', 'entries-rewritten:2'],
  ['deleted', 'user-forgotten'],
  ['deleted', 'entries-rewritten'],
] as const;

/** The records that are the person's, and all the others. */
interface Stored {
  readonly own: string;
  readonly others: string;
}

// docs/reliability.md#user-forget-killed
describe('user forget that is killed', () => {
  let service: TestService;
  let org: number;
  let superAdmin: string;
  before(async () => {
    service = await TestService.open();
    org = (await makeOrganisation(service.deps))._id;
    superAdmin = (await makeUser(service.deps, org, { role: 'super_admin' })).token;
  });
  after(() => service.close());

  /** Runs the program, and returns its exit code, or the signal that has killed it, and what it has printed. */
  function run({ id }: Person, killAt = ''): Promise<{ end: unknown; printed: string }> {
    const args = ['dist/programs/cli.js', 'user', 'forget', '--organisation', `${org}`, '--id', `${id}`];
    const env = { ...process.env, ...service.env, ...(killAt === '' ? {} : { AIRFLEET_KILL_AT: killAt }) };
    return new Promise((resolve) => {
      execFile(process.execPath, args, { env }, (error, printed) => {
        resolve({ end: error?.signal ?? error?.code ?? 0, printed });
      });
    });
  }

  /** A person whose email has been changed often, and who has left. */
  async function departed(how: 'disabled' | 'deleted'): Promise<Person> {
    const { api, deps } = service;
    const person = await makePerson(api, org, superAdmin);
    const account = { userId: person.id, organisationId: org };
    const at = service.clock.now();
    const changes = Array.from({ length: RENAMED }, (_, index) => {
      const before = { email: `${index}-${person.names[0]}` };
      return accountEntry(account, 'user.updated', CLI, { at, before });
    });
    await deps.stores.audit.write(changes);
    const path = `/v1/users/${person.id}`;
    const reply =
      how === 'deleted'
        ? await api.call('DELETE', path, { token: superAdmin })
        : await api.call('PATCH', path, { body: { is_disabled: true }, token: superAdmin });
    expect(reply.status, reply.text).to.equal(200);
    return person;
  }

  /**
   * Everything in the database, but for when tokens were used, which is written late. Links to set a password, which name an
   * email, end by themselves.
   */
  async function stored({ id }: Person): Promise<Stored> {
    const { passwordLinks: _, ...models } = service.deps.mongo.models;
    const own: object[] = [];
    const others: object[] = [];
    for (const [name, model] of Object.entries(models))
      for (const { lastUsedAt: _used, ...record } of await model.collection
        .find({})
        .sort({ _id: 1 })
        .toArray()) {
        const { _id, userId, subject } = record;
        const isOwn =
          userId === id || subject === `user:${id}` || (name === 'users' && String(_id) === `${id}`);
        (isOwn ? own : others).push({ name, ...record });
      }
    return { own: JSON.stringify(own), others: JSON.stringify(others) };
  }

  const names = (text: string, person: Person): string[] =>
    person.names.filter((name) => text.includes(name));

  for (const [how, killAt] of DEATHS)
    it(`at ${killAt} leaves nothing of a ${how} person when it is repeated, and everything of others`, async () => {
      const person = await departed(how);
      const bystander = await makePerson(service.api, org, superAdmin);
      const { others } = await stored(person);
      expect(names(others, bystander)).to.deep.equal(bystander.names);

      expect((await run(person, killAt)).end).to.equal('SIGKILL');
      const halfway = await stored(person);
      // The program dies after its last write, too.
      expect(names(halfway.own, person).length > 0).to.equal(killAt !== 'entries-rewritten:2');

      const { end, printed } = await run(person);
      expect(end).to.equal(0);
      // A line before it may say that Redis answers late.
      expect(printed).to.match(/^User \d+ is forgotten; \d+ entries of the audit log were changed$/m);
      const left = await stored(person);
      expect(names(left.own, person)).to.deep.equal([]);
      expect(left.own.split('"user.forgotten"')).to.have.length(2);
      expect(left.own.split(`${person.id}@forgotten.invalid`).length).to.be.above(RENAMED);
      expect(left.others).to.equal(others);
    });

  it('clears the session caches of the APIs when it goes on', async () => {
    const person = await departed('disabled');
    const { accessEpoch } = service.deps;
    const before = await accessEpoch.now();
    await run(person, 'entries-rewritten:2');
    expect(await accessEpoch.now()).to.equal(before);
    await eventually('another epoch', async () => {
      await run(person);
      return (await accessEpoch.now()) !== before;
    });
  });
});
