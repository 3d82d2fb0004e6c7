import { expect } from 'chai';
import fc from 'fast-check';
import { BLOCK } from '../../../shared/platform/values/id-blocks.js';
import { wholeOrganisation, type Scope } from '../../../shared/access/domain/access.js';
import type { UpgradeRecord } from '../../../shared/upgrades/models/upgrade.js';
import { createUpgradeTableStore } from '../../../shared/upgrades/stores/table/upgrade-table-store.js';
import { scratchDatabase, type ScratchDatabase } from '../../fixtures/scratch-database.js';
import { CountedFleet, step } from './counted-fleet.js';
import { testsAll } from '../../fixtures/seed.js';

/** The rows of a page, and the offset from which it is found by counts. */
const LIMIT = 15;
const FAR = 1;
const PASS = { kind: 'count', hours: 0, diesAt: 0, beside: false } as const;

describe('the counts of upgrades', function () {
  this.timeout(3_600_000);
  let database: ScratchDatabase;
  let org = 100;

  before(async () => {
    database = await scratchDatabase();
    const { models } = database.mongo;
    const needed = new Set(['organisation_id', 'sort_created', 'ended']);
    const indexes = models.upgrades.schema.indexes().map(([key, options]) => ({ key, ...options }));
    await models.upgrades.collection.createIndexes(
      indexes.filter(({ name }) => needed.has(String(name))) as never,
    );
    await models.upgradeTexts.createIndexes();
  });
  after(async () => {
    await database.drop();
  });

  /** An organisation with upgrades in several blocks, which the worker has looked at once. */
  async function newFleet(): Promise<CountedFleet> {
    const fleet = new CountedFleet(database, (org += 1));
    const { organisationId: _id } = fleet;
    await database.mongo.models.organisations.create({ _id, name: `Fleet ${_id}`, noOfAps: 0 });
    for (const gap of [0, BLOCK, BLOCK]) await fleet.apply({ kind: 'schedule', count: 5, gap });
    await fleet.apply(PASS);
    return fleet;
  }

  async function compare(fleet: CountedFleet): Promise<void> {
    const table = createUpgradeTableStore(database.mongo.models, FAR);
    const all = await fleet.all();
    const { organisationId } = fleet;
    const some: Scope = { organisationId, networkIds: [1], unassigned: true };
    const scopes: [Scope, UpgradeRecord[]][] = [
      [wholeOrganisation(organisationId), all],
      [some, all.filter(({ locationNetworkId: network }) => network === 1 || network === null)],
    ];
    for (const [scope, visible] of scopes) {
      const { total } = await table.total(scope);
      expect(total, 'total').to.equal(visible.length);
      for (const by of ['id', 'created_at'] as const) {
        for (const descending of [false, true]) {
          const sign = descending ? -1 : 1;
          const created = ({ createdAt }: UpgradeRecord): number => (by === 'id' ? 0 : createdAt.getTime());
          const sorted = [...visible].sort((a, b) => sign * (created(a) - created(b) || a._id - b._id));
          for (const offset of new Set([1, Math.floor(total * 0.9), total])) {
            const query = { search: '', sort: { by, descending }, offset, limit: LIMIT };
            const rows = await table.rows(scope, query);
            const expected = sorted.slice(offset, offset + LIMIT).map(({ _id }) => _id);
            expect(
              rows.map(({ _id }) => _id),
              `${by} ${descending ? 'desc' : 'asc'} from ${offset}`,
            ).to.deep.equal(expected);
          }
        }
      }
    }
  }

  // docs/interface.md#upgrade_list-response
  // docs/reliability.md#upgrades-counted
  it('equal a plain count after any changes, passes and kills, and locate the rows of every page', async () => {
    const states = Number(process.env['STATES'] ?? (testsAll ? 1000 : 60));
    const perFleet = 10;
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: perFleet, maxLength: perFleet }), async (changes) => {
        const fleet = await newFleet();
        for (const change of changes) {
          await fleet.apply(change);
          await compare(fleet);
        }
        const _id = fleet.organisationId;
        const record = await database.mongo.models.upgradeCounts.findById(_id).lean();
        if ((record?.countedTo ?? 0) > 0) counted += 1;
      }),
      { numRuns: Math.ceil(states / perFleet), endOnFailure: true },
    );
    expect(counted, 'fleets with counts').to.be.greaterThan(0);
  });

  it('are right again two hours after something else has changed them', async () => {
    const fleet = await newFleet();
    const { organisationId } = fleet;
    for (let hours = 0; hours < 3; hours += 1) await fleet.apply({ ...PASS, hours: 2 });
    const { upgradeCounts } = database.mongo.models;
    const { counts } = await upgradeCounts.findOne({ _id: organisationId }).orFail().lean();
    const [block] = Object.keys(counts);
    expect(block, 'a counted block').not.to.equal(undefined);
    await upgradeCounts.updateOne({ _id: organisationId }, { $inc: { [`counts.${block}`]: 5 } });
    const { total } = await createUpgradeTableStore(database.mongo.models).total(
      wholeOrganisation(organisationId),
    );
    expect(total).to.equal((await fleet.all()).length + 5);
    await fleet.apply({ ...PASS, hours: 2 });
    await compare(fleet);
  });
});
