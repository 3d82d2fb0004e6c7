import { expect } from 'chai';
import { BATCH } from '../../shared/platform/mongo/batches.js';
import type { FleetSource } from '../../shared/import/operations/fleet-source.js';
import { importFleet } from '../../shared/import/operations/import-fleet.js';
import { deviceEntry, FleetFixture, smallFleet, sourceOf, type Fleet } from '../fixtures/records/fleet.js';

const LATER = new Date('2126-06-01T13:00:00Z');
const DAYS_LATER = new Date('2126-06-03T12:00:00Z');

// docs/rollouts.md#audit_log-5
describe('the audit log of an import', () => {
  let fixture: FleetFixture;
  beforeEach(async () => {
    fixture = await FleetFixture.open();
  });
  afterEach(() => fixture.close());

  const entries = () => fixture.models.auditEntries.find({}).sort({ organisationId: 1, at: 1 }).lean();
  const organisations = async (): Promise<number[]> =>
    (await entries()).map(({ organisationId }) => organisationId);

  it('has one entry in each organisation that the import changes, and one for the installation', async () => {
    await fixture.import(smallFleet());
    const written = await entries();
    expect(written.map(({ organisationId }) => organisationId)).to.deep.equal([0, 1, 2]);
    for (const entry of written) {
      expect(entry).to.include({ actor: 'cli', action: 'fleet.imported', subject: 'fleet', reason: null });
      expect(entry.after?.['file_sha256']).to.equal(sourceOf(smallFleet()).digest);
    }
  });

  it('has no entry where the import changes nothing', async () => {
    await fixture.import(smallFleet());
    await fixture.import(smallFleet());
    expect(await organisations()).to.deep.equal([0, 1, 2]);
    await fixture.import({ tags: [...smallFleet().tags, { id: 4, organisation_id: 2, name: 'new' }] });
    expect(await organisations()).to.deep.equal([0, 1, 2, 2]);
    await fixture.import({ devices: [deviceEntry(1)] });
    expect(await organisations()).to.deep.equal([0, 1, 1, 2, 2]);
    expect(await fixture.models.unfinishedImports.countDocuments({})).to.equal(0);
  });

  it('has another entry when a file is imported again after a change', async () => {
    const fleet = { ...smallFleet(), devices: [deviceEntry(1, { name: 'Bar' })] };
    await fixture.import(fleet);
    await fixture.models.devices.updateOne({ _id: 1 }, { $set: { name: 'Changed' } });
    await fixture.import(fleet, LATER);
    expect(await organisations()).to.deep.equal([0, 1, 1, 2]);
  });

  it('has no entry for another expiry of a token', async () => {
    const users = [
      {
        id: 1,
        organisation_id: 1,
        email: 'a@harbour.example',
        password: 'password 1',
        role: 'viewer',
        access_token: 'a-token-that-is-long-enough-to-be-accepted',
      },
    ];
    await fixture.import({ ...smallFleet(), users });
    await fixture.import({ users }, LATER);
    expect(await organisations()).to.deep.equal([0, 1, 2]);
  });

  describe('that is killed and repeated', () => {
    const FLEET: Fleet = {
      ...smallFleet(),
      organisations: [{ id: 1, name: 'Harbour Hotels', no_of_aps: BATCH + 1 }, smallFleet().organisations[1]],
      devices: Array.from({ length: BATCH + 1 }, (_, index) => deviceEntry(index + 1)),
    };

    /** Gives some batches to be written and then fails. */
    function broken(batches: number): FleetSource {
      const source = sourceOf(FLEET);
      let [reading, left] = [0, batches];
      return {
        ...source,
        async *records(section) {
          if (section === 'organisations') reading += 1;
          for await (const batch of source.records(section)) {
            if (reading === 2 && (left -= 1) < 0) throw new Error('killed');
            yield batch;
          }
        },
      };
    }
    const kill = async (batches: number): Promise<void> => {
      const failure: unknown = await importFleet(fixture.deps, broken(batches)).catch(
        (error: unknown) => error,
      );
      expect((failure as Error).message).to.equal('killed');
    };

    it('has the same entries, whichever batch was the last', async () => {
      for (const batches of [0, 1, 4, 6]) await kill(batches);
      expect(await organisations()).to.deep.equal([0, 1, 2]);
      await fixture.import(FLEET, LATER);
      expect(await organisations()).to.deep.equal([0, 1, 2]);
      expect(await fixture.models.unfinishedImports.countDocuments({})).to.equal(0);
    });

    it('has an entry even if it is not repeated', async () => {
      await kill(1);
      expect(await organisations()).to.deep.equal([1, 2]);
    });

    it('has entries of its own when it is repeated days later, or with another file', async () => {
      await kill(1);
      await fixture.import({ tags: [], organisations: [{ id: 1, name: 'Renamed', no_of_aps: 1001 }] });
      expect(await organisations()).to.deep.equal([1, 1, 2]);
      await fixture.import(FLEET, DAYS_LATER);
      expect(await organisations()).to.deep.equal([0, 1, 1, 1, 2, 2]);
    });
  });
});
