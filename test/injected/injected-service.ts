import { everyModel } from '../../shared/platform/migrations/inspect-indexes.js';
import { finishAbandoned } from '../../shared/upgrades/operations/sweep/finish-abandoned.js';
import type { TestApi } from '../fixtures/api.js';
import { expectExactCounts } from '../fixtures/exact-counts.js';
import type { NetworkRecords } from '../contract/tenancy/network-records.js';
import { makeNetworks } from '../contract/tenancy/tenancy-fixture.js';
import type { FaultyApi } from './faulty-api.js';

/** Longer than the sweep leaves a silent writer alone. */
const SWEPT_AFTER_MS = 10 * 60_000;

/** How many records of each kind an organisation has. */
export type RecordCounts = Readonly<Record<string, number>>;

/** An organisation of its own beside an API whose commands can be made to fail. */
export class InjectedService {
  private constructor(
    readonly faulty: FaultyApi,
    readonly home: NetworkRecords,
    /** Another network of the same organisation. */
    readonly other: NetworkRecords,
  ) {}

  static async make(faulty: FaultyApi): Promise<InjectedService> {
    const { records } = await makeNetworks(faulty.setUp, ['home', 'other']);
    const [home, other] = records as [NetworkRecords, NetworkRecords];
    return new InjectedService(faulty, home, other);
  }

  get setUp(): TestApi {
    return this.faulty.setUp;
  }

  /** Lets the sweep finish what a writer has left half done. */
  async settle(): Promise<void> {
    const { deps } = this.setUp;
    await finishAbandoned({ ...deps, now: () => new Date(deps.now().getTime() + SWEPT_AFTER_MS) });
  }

  /**
   * A spent schedule counts as cancelled: it ends at its time and does nothing. The texts of upgrades do not count: who
   * writes them, a request or the worker, depends on what was there before.
   * @param of names of collections; all of them unless given
   */
  async counts(of?: ReadonlySet<string | null>): Promise<RecordCounts> {
    const { models } = this.setUp.deps.mongo;
    const ofOrganisation = everyModel(models).filter(
      ({ schema, collection }) =>
        'organisationId' in schema.paths &&
        collection.collectionName !== models.upgradeTexts.collection.collectionName &&
        (of?.has(collection.collectionName) ?? true),
    );
    const counted = await Promise.all(
      ofOrganisation.map(async ({ collection }): Promise<[string, number][]> => {
        const kinds = await collection
          .aggregate<{ _id: string | null; count: number }>([
            { $match: { organisationId: this.home.org } },
            { $group: { _id: { $ifNull: ['$state', '$status'] }, count: { $sum: 1 } } },
          ])
          .toArray();
        return kinds.map(({ _id, count }) => [`${collection.collectionName} ${_id ?? ''}`.trim(), count]);
      }),
    );
    const counts = new Map(counted.flat());
    const spent = counts.has('schedules waiting') ? await this.spentSchedules() : 0;
    counts.set('schedules waiting', (counts.get('schedules waiting') ?? 0) - spent);
    counts.set('schedules cancelled', (counts.get('schedules cancelled') ?? 0) + spent);
    return Object.fromEntries(counts);
  }

  /** Counts equal their records, no device is there twice and none has two pending upgrades. */
  async expectInvariants(): Promise<void> {
    await expectExactCounts({ api: this.setUp, org: this.home.org });
    const { upgrades } = this.setUp.deps.mongo.models;
    const twice = await upgrades.aggregate([
      { $match: { organisationId: this.home.org, status: '' } },
      { $group: { _id: '$routerInventoryId', count: { $sum: 1 } } },
      { $match: { count: { $gt: 1 } } },
    ]);
    if (twice.length > 0) throw new Error(`Devices with two pending upgrades: ${JSON.stringify(twice)}`);
  }

  /** Waiting schedules for devices alone whose pending upgrades have gone: nothing can join them. */
  private async spentSchedules(): Promise<number> {
    const { schedules, upgrades } = this.setUp.deps.mongo.models;
    const { org: organisationId } = this.home;
    const waiting = await schedules.find({ organisationId, state: 'waiting' }).lean();
    const used = new Set<number>(await upgrades.distinct('scheduleId', { organisationId, status: '' }));
    const closed = waiting.filter(
      ({ targets, isChange }) => isChange || targets.every((target) => target.startsWith('AP:')),
    );
    return closed.filter(({ _id }) => !used.has(_id)).length;
  }
}

/** What has come and gone between two of them. */
export function changes(before: RecordCounts, after: RecordCounts): RecordCounts {
  const kinds = new Set([...Object.keys(before), ...Object.keys(after)]);
  const differences = [...kinds].map((kind) => [kind, (after[kind] ?? 0) - (before[kind] ?? 0)] as const);
  return Object.fromEntries(differences.filter(([, difference]) => difference !== 0).sort());
}
