import { expect } from 'chai';
import fc from 'fast-check';
import { createStores } from '../../../shared/composition/deps.js';
import type { Stores } from '../../../shared/composition/deps.js';
import type { HeldLock } from '../../../shared/platform/mongo/lock-store.js';
import { readEnv } from '../../../shared/platform/env/env.js';
import { BLOCK } from '../../../shared/platform/values/id-blocks.js';
import { wholeOrganisation, type Scope } from '../../../shared/access/domain/access.js';
import type { UpgradeRecord } from '../../../shared/upgrades/models/upgrade.js';
import { countUpgrades } from '../../../shared/upgrades/operations/count-upgrades.js';
import { createUpgradeTableStore } from '../../../shared/upgrades/stores/upgrade-table-store.js';
import { scratchDatabase, type ScratchDatabase } from '../../fixtures/scratch-database.js';
import { storedUpgrade } from '../../fixtures/records/upgrade.js';
import { testsAll } from '../../fixtures/seed.js';

/** Two pages have room for what a state holds, so that most offsets are far ones. */
const LIMIT = 15;
const NETWORKS = [1, 2, null];
const BEGIN = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const LONG_AGO = new Date(BEGIN - 1000 * HOUR);

/** One change of the upgrades of an organisation. Each is followed by a comparison: a state. */
type Step =
  | { readonly kind: 'schedule'; readonly count: number; readonly gap: number }
  | { readonly kind: 'import'; readonly ids: readonly number[]; readonly hour: number }
  | { readonly kind: 'delete' | 'expire' | 'move'; readonly at: readonly number[] }
  | { readonly kind: 'count'; readonly hours: number; readonly diesAt: number; readonly beside: boolean };

const positions = fc.array(fc.nat(), { maxLength: 12 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('schedule' as const), count: fc.integer({ min: 1, max: 9 }), gap: fc.nat(BLOCK) }),
  fc.record({
    kind: fc.constant('import' as const),
    ids: fc.array(fc.nat(8 * BLOCK), { maxLength: 6 }),
    hour: fc.integer({ min: -50, max: 50 }),
  }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'expire' as const, 'move' as const), at: positions }),
  fc.record({
    kind: fc.constant('count' as const),
    hours: fc.integer({ min: 0, max: 3 }),
    diesAt: fc.integer({ min: 0, max: 8 }),
    beside: fc.boolean(),
  }),
);

describe('the counts of upgrades', function () {
  this.timeout(3_600_000);
  let database: ScratchDatabase;
  let stores: Stores;
  let org = 100;

  before(async () => {
    database = await scratchDatabase();
    const { models } = database.mongo;
    stores = createStores(models, readEnv());
    const needed = new Set(['organisation_id', 'sort_created', 'ended']);
    const indexes = models.upgrades.schema.indexes().map(([key, options]) => ({ key, ...options }));
    await models.upgrades.collection.createIndexes(indexes.filter(({ name }) => needed.has(String(name))) as never);
  });
  after(async () => {
    await database.drop();
  });

  /** One organisation, with the clock and the next id that its changes have. */
  class Fleet {
    readonly organisationId = (org += 1);
    #now = BEGIN;
    #next = org * 100 * BLOCK;

    now(): Date {
      return new Date(this.#now);
    }

    all(): Promise<UpgradeRecord[]> {
      return database.mongo.models.upgrades.find({ organisationId: this.organisationId }).sort({ _id: 1 }).lean();
    }

    async #add(ids: readonly number[], createdAt: Date, isImport: boolean): Promise<void> {
      const records = ids.map((_id, index) =>
        storedUpgrade({
          _id,
          organisationId: this.organisationId,
          locationNetworkId: NETWORKS[_id % 3] ?? null,
          routerInventoryId: _id,
          scheduleId: _id,
          createdAt: new Date(createdAt.getTime() + (index % 2)),
        }),
      );
      if (records.length === 0) return;
      if (isImport) await stores.fleetWrites.addUpgrades([], records, () => Promise.resolve());
      else await database.mongo.models.upgrades.collection.insertMany(records as never[]);
    }

    /** Some of the upgrades by their positions. */
    async #chosen(at: readonly number[]): Promise<number[]> {
      const all = await this.all();
      return [...new Set(at.flatMap((position) => all[position % Math.max(1, all.length)]?._id ?? []))];
    }

    async apply(change: Step): Promise<void> {
      const { upgrades } = database.mongo.models;
      const { organisationId } = this;
      switch (change.kind) {
        case 'schedule': {
          const first = this.#next + change.gap;
          this.#next = first + change.count;
          this.#now += 1000;
          return this.#add(
            Array.from({ length: change.count }, (_, index) => first + index),
            this.now(),
            false,
          );
        }
        case 'import': {
          const base = organisationId * 100 * BLOCK;
          const stored = new Set((await this.all()).map(({ _id }) => _id));
          const ids = [...new Set(change.ids.map((id) => base + id))].filter((id) => !stored.has(id));
          this.#next = Math.max(this.#next, ...ids.map((id) => id + 1));
          return this.#add(ids, new Date(this.#now + change.hour * HOUR), true);
        }
        case 'move': {
          const ids = await this.#chosen(change.at);
          await upgrades.collection.updateMany({ _id: { $in: ids as never[] } }, { $set: { locationNetworkId: 2 } });
          return;
        }
        case 'expire': {
          const ids = await this.#chosen(change.at);
          const ended = { status: 'Success', statusSince: LONG_AGO, dueAt: LONG_AGO };
          await upgrades.collection.updateMany({ _id: { $in: ids as never[] } }, { $set: ended });
          await stores.retention.expireUpgrades(new Date(LONG_AGO.getTime() + HOUR), this.now());
          return;
        }
        case 'delete':
          for (const id of await this.#chosen(change.at)) await this.#delete(id);
          return;
        case 'count': {
          this.#now += change.hours * HOUR;
          const beside = change.beside ? await this.#chosen([1, 5, 9]) : [];
          await Promise.all([this.#count(change.diesAt), ...beside.map((id) => this.#delete(id))]);
        }
      }
    }

    async #delete(id: number): Promise<void> {
      const author = { actor: 'system' as const, requestId: null };
      await stores.upgrades.deletePending(wholeOrganisation(this.organisationId), id, this.now(), author);
    }

    /** A pass of the worker over this organisation. It dies after some writes unless `diesAt` is 0. */
    async #count(diesAt: number): Promise<void> {
      let checks = 0;
      const lease: HeldLock = {
        check() {
          checks += 1;
          return checks === diesAt ? Promise.reject(new Error('Killed')) : Promise.resolve();
        },
      };
      const only = this.organisationId;
      const upgradeCounts = {
        ...stores.upgradeCounts,
        async *due(since: Date) {
          for await (const id of stores.upgradeCounts.due(since)) if (id === only) yield id;
        },
      };
      const log = { warn: (fields: { err?: unknown }) => expect(fields.err).to.be.an('error') };
      const deps = { stores: { upgradeCounts }, now: () => this.now(), log };
      await countUpgrades(deps as never, { lease });
    }
  }

  async function compare(fleet: Fleet): Promise<void> {
    const table = createUpgradeTableStore(database.mongo.models, 1);
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
        const fleet = new Fleet();
        await database.mongo.models.organisations.create({
          _id: fleet.organisationId,
          name: `Fleet ${fleet.organisationId}`,
          noOfAps: 0,
        });
        await fleet.apply({ kind: 'schedule', count: 9, gap: 0 });
        await fleet.apply({ kind: 'count', hours: 0, diesAt: 0, beside: false });
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
});
