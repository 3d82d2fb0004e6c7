import { expect } from 'chai';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { exportFleet } from '../../shared/import/operations/export-fleet.js';
import { FleetFixture, smallFleet } from '../fixtures/records/fleet.js';
import { userEntry as user } from './entries.js';

const ISSUER = 'https://id.example.test';
const link = (subject: string) => ({ sso: { issuer: ISSUER, subject } });

describe('identities of users in a fleet file', () => {
  let fixture: FleetFixture;
  before(async () => {
    fixture = await FleetFixture.open();
    await fixture.import({ ...smallFleet(), users: [user(1, link('one')), user(2)] });
  });
  after(() => fixture.close());

  // docs/operations.md#backup-and-restore
  it('are imported and exported, and stay where an entry has none', async () => {
    await fixture.import({ users: [user(1)] });
    const written = JSON.parse(
      await text(Readable.from(exportFleet(fixture.deps, { organisationId: 1 }))),
    ) as {
      users: { id: number; sso?: object }[];
    };
    const [first, second] = written.users.sort((one, other) => one.id - other.id);
    expect(first?.sso).to.deep.equal(link('one').sso);
    expect(second).not.to.have.property('sso');
  });

  it('are refused for two users of an organisation, and taken for users of two organisations', async () => {
    expect(await fixture.faultsOf({ users: [user(2, link('one'))] })).to.deep.equal([
      'users[0].sso: is the identity of another user',
    ]);
    expect(await fixture.faultsOf({ users: [user(3, link('new')), user(4, link('new'))] })).to.deep.equal([
      'users[1].sso: is the identity of another user',
    ]);
    await fixture.import({ users: [user(5, { ...link('one'), organisation_id: 2 })] });
  });
});
