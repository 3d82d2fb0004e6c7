import type { Scope } from '../../access/domain/access.js';
import { batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { tallyIdOf, tallyKeysOf, type TallyKey } from '../domain/tally-keys.js';
import { busiestOf, sumOf, type Tally } from '../domain/tally-devices.js';
import { totalsAfter, type TrafficTotals } from '../domain/traffic-totals.js';
import type { ActivityModels } from '../models/models.js';
import { CONFIGURATION_STATES } from '../../configuration/records/domain/device-configuration.js';
import type { ConfigurationCounts, DeviceTallyRecord } from '../models/device-tally.js';

/** The numbers of a caller's devices; null before the worker has counted for the first time. */
export interface CountedTally extends Tally {
  readonly countedAt: Date | null;
}

export interface HeldNetwork {
  readonly networkId: number;
  readonly devices: number;
}

const MINUTE_MS = 60_000;

/** The numbers of devices by state and version, of each organisation and network. */
export function createTallyStore({ deviceTallies, networkConfigurations }: ActivityModels) {
  async function put(
    organisationId: number,
    tallies: readonly (readonly [TallyKey, Tally])[],
    fields: Partial<DeviceTallyRecord> = {},
  ): Promise<void> {
    const writes = tallies.map(([tallyKey, tally]) => ({
      updateOne: {
        filter: { _id: tallyIdOf(organisationId, tallyKey), organisationId },
        update: { $set: { tallyKey, ...tally, ...fields } },
        upsert: true,
      },
    }));
    for (const batch of batchesOf(writes)) await deviceTallies.bulkWrite(batch, { ordered: false });
  }

  return {
    async inScope(scope: Scope): Promise<CountedTally> {
      const { organisationId, networkIds } = scope;
      const ids = [...new Set([...tallyKeysOf(scope), null])].map((tallyKey) =>
        tallyIdOf(organisationId, tallyKey),
      );
      const found = await deviceTallies
        .find({ organisationId, _id: { $in: ids } })
        .batchSize(ONE_ANSWER)
        .lean();
      const whole = found.find(({ tallyKey }) => tallyKey === null);
      const counted = networkIds === 'all' ? found : found.filter(({ tallyKey }) => tallyKey !== null);
      const busiest =
        networkIds === 'all'
          ? (whole?.busiest ?? [])
          : busiestOf(counted.map((tally) => [tally.tallyKey, tally] as const));
      return { ...sumOf(counted), busiest, countedAt: whole?.countedAt ?? null };
    },

    /** The networks whose change is held, at most so many, with the devices that were held when they were counted. */
    async heldIn({ organisationId, networkIds }: Scope, most: number): Promise<readonly HeldNetwork[]> {
      const visible = networkIds === 'all' ? {} : { _id: { $in: [...networkIds] } };
      const held = await networkConfigurations
        .find({ organisationId, isHeld: true, ...visible }, { _id: 1 })
        .sort({ _id: 1 })
        .hint('organisation_held')
        .limit(most)
        .batchSize(most + 1)
        .lean();
      if (held.length === 0) return [];
      const counted = await deviceTallies
        .find(
          { organisationId, _id: { $in: held.map(({ _id }) => tallyIdOf(organisationId, _id)) } },
          { tallyKey: 1, configurations: 1 },
        )
        .sort({ _id: 1 })
        .batchSize(ONE_ANSWER)
        .lean<Pick<DeviceTallyRecord, 'tallyKey' | 'configurations'>[]>();
      return counted.flatMap(({ tallyKey, configurations }) => {
        const devices = configurations?.held ?? 0;
        return tallyKey === null || devices === 0 ? [] : [{ networkId: tallyKey, devices }];
      });
    },

    /**
     * Replaces the tallies of an organisation; repeating it writes the same.
     * @returns the last minute with points, as {@link TallyStore.pointsAdded} recorded it, null before the first; and the
     *   bytes that each tally has counted
     */
    async replace(
      organisationId: number,
      tallies: ReadonlyMap<TallyKey, Tally>,
      at: Date,
    ): Promise<{ minute: Date | null; totals: ReadonlyMap<TallyKey, TrafficTotals> }> {
      const stored = await deviceTallies
        .find({ organisationId }, { tallyKey: 1, minute: 1, rxTotal: 1, txTotal: 1, trafficAt: 1 })
        .hint('organisation_tally_key')
        .batchSize(ONE_ANSWER)
        .lean<Pick<DeviceTallyRecord, '_id' | 'tallyKey' | 'minute' | keyof TrafficTotals>[]>();
      const before = new Map(stored.map((tally) => [tally.tallyKey, tally]));
      const totals = new Map(
        [...tallies].map(([tallyKey, tally]) => [tallyKey, totalsAfter(before.get(tallyKey), tally, at)]),
      );
      const all = [...tallies].map(
        ([tallyKey, tally]) => [tallyKey, { ...tally, ...totals.get(tallyKey) }] as const,
      );
      await put(
        organisationId,
        all.filter(([tallyKey]) => tallyKey !== null),
      );
      const gone = stored.filter(({ tallyKey }) => !tallies.has(tallyKey)).map(({ _id }) => _id);
      for (const batch of batchesOf(gone))
        await deviceTallies.deleteMany({ organisationId, _id: { $in: batch } });
      // Last, because its countedAt says that all of them have been counted.
      const whole = all.filter(([tallyKey]) => tallyKey === null);
      await put(organisationId, whole, { countedAt: at });
      return { minute: before.get(null)?.minute ?? null, totals };
    },

    /** The devices of the installation by the state of their configuration. */
    async configurationTotals(): Promise<ConfigurationCounts> {
      const sums = CONFIGURATION_STATES.map(
        (state) => [state, { $sum: `$configurations.${state}` }] as const,
      );
      const [totals] = await deviceTallies
        .aggregate<ConfigurationCounts>([
          { $match: { tallyKey: null } },
          { $group: { _id: null, ...Object.fromEntries(sums) } },
        ])
        .hint('tally_key');
      return totals ?? {};
    },

    /** How many devices of each organisation were up when they were last counted. */
    async upByOrganisation(): Promise<Map<number, number>> {
      const counts = new Map<number, number>();
      const counted = deviceTallies
        .find({ tallyKey: null }, { organisationId: 1, up: 1 })
        .hint('tally_key')
        .batchSize(ONE_ANSWER)
        .lean<Pick<DeviceTallyRecord, 'organisationId' | 'up'>[]>();
      for await (const { organisationId, up } of counted.cursor()) counts.set(organisationId, up);
      return counts;
    },

    /** The last half hour of which every device of the organisation has a point; null before the first. */
    async lastHalfHour(organisationId: number): Promise<Date | null> {
      const found = await deviceTallies
        .findOne({ _id: tallyIdOf(organisationId, null), organisationId }, { halfHour: 1 })
        .lean<Pick<DeviceTallyRecord, 'halfHour'>>();
      return found?.halfHour ?? null;
    },

    /** Records that every device has the point of a half hour. */
    async halfHourAdded(organisationId: number, halfHour: Date): Promise<void> {
      const whole = { _id: tallyIdOf(organisationId, null), organisationId };
      await deviceTallies.updateOne(whole, { $max: { halfHour } });
    },

    /** Records that the series have the points of a time. */
    async pointsAdded(organisationId: number, at: Date): Promise<void> {
      const minute = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
      const whole = { _id: tallyIdOf(organisationId, null), organisationId };
      await deviceTallies.updateOne(whole, { $max: { minute } });
    },
  };
}
