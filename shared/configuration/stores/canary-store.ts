import type { AnyBulkWriteOperation } from 'mongoose';
import type { NetworkConfigurationRecord } from '../records/models/network-configuration.js';
import { ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { JudgedFailures } from '../domain/judge-failures.js';
import type { SilenceStep } from '../domain/judge-silence.js';
import type { StoredCanary } from '../domain/network-canary.js';
import type { ConfigurationModels } from '../models/models.js';
import { holdUpdate, stepUpdate, tested, type NetworkStep, type TestedNetwork } from './canary-writes.js';
import type { NetworkRef } from '../records/stores/network-ref.js';

/** The record of a network as the worker judges it. */
export type WatchedNetwork = StoredCanary &
  Pick<NetworkConfigurationRecord, '_id' | 'organisationId' | 'dueAt' | 'refusals' | 'changedAt'>;

/** A network that was looked at. */
export interface Postponed extends NetworkRef {
  /** As it was read. */
  readonly dueAt: Date;
  readonly changedAt: Date;
  /** Null: its canaries have ended, unless it has changed since it was read. */
  readonly nextAt: Date | null;
}

const CANARY_FIELDS = {
  organisationId: 1,
  seq: 1,
  settings: 1,
  'base.seq': 1,
  parts: 1,
  held: 1,
  refusals: 1,
  dueAt: 1,
  changedAt: 1,
} as const;

/** The canaries of networks. Every write is one conditional update, so any of them may be repeated. */
export function createCanaryStore({ networkConfigurations }: ConfigurationModels) {
  const records = networkConfigurations.collection;

  async function update(filter: object, change: object): Promise<boolean> {
    return (await records.updateOne(filter, change)).modifiedCount === 1;
  }

  return {
    /** The states of networks by id; one without a record is missing. */
    async of(networks: readonly NetworkRef[]): Promise<Map<number, WatchedNetwork>> {
      if (networks.length === 0) return new Map();
      const found = await networkConfigurations
        .find(
          {
            organisationId: { $in: [...new Set(networks.map(({ organisationId }) => organisationId))] },
            _id: { $in: networks.map(({ networkId }) => networkId) },
          },
          CANARY_FIELDS,
        )
        .batchSize(ONE_ANSWER)
        .lean<WatchedNetwork[]>();
      return new Map(found.map((network) => [network._id, network]));
    },
    /**
     * Writes steps of canaries, each on condition that the settings, the hold and the part's entry are as they were judged.
     * @returns how many were written
     */
    async write(steps: readonly NetworkStep[], at: Date): Promise<number> {
      if (steps.length === 0) return 0;
      const updates = steps.map((step) => ({ updateOne: stepUpdate(step, at) })) as AnyBulkWriteOperation[];
      return (await records.bulkWrite(updates as never[], { ordered: false })).modifiedCount;
    },
    /** At most so many networks of the installation whose canaries are due, the longest due first. */
    async due(at: Date, most: number): Promise<WatchedNetwork[]> {
      return networkConfigurations
        .find({ isWatched: true, dueAt: { $lte: at } }, CANARY_FIELDS)
        .sort({ dueAt: 1 })
        .limit(most)
        .batchSize(most + 1)
        .hint('watched')
        .lean<WatchedNetwork[]>();
    },
    /** Frees the place of a canary or begins a hold; false when the canary has gone further, or the settings have changed. */
    async writeSilence(network: TestedNetwork, step: SilenceStep, at: Date): Promise<boolean> {
      const { part, deviceId, claimedAt, fetchedAt, appliedAt, waitingUntil = null } = step.entry;
      const asJudged = { part, deviceId, claimedAt, fetchedAt, appliedAt, waitingUntil, passedAt: null };
      const filter = { ...tested(network), parts: { $elemMatch: asJudged } };
      if (step.kind === 'hold') return update(filter, holdUpdate(network, step.hold, at));
      return update(filter, { $set: { 'parts.$.deviceId': null, changedAt: at } });
    },
    /** Records when networks are due again, unless another worker has. */
    async postpone(networks: readonly Postponed[]): Promise<void> {
      if (networks.length === 0) return;
      await records.bulkWrite(
        networks.map(({ organisationId, networkId, dueAt, changedAt, nextAt }) => ({
          updateOne: {
            filter: { _id: networkId, organisationId, dueAt, ...(nextAt ? {} : { changedAt }) },
            update: { $set: nextAt ? { dueAt: nextAt } : { isWatched: false } },
          },
        })) as never[],
        { ordered: false },
      );
    },
    /** Records refusals of the live settings and begins a hold; false when others were recorded since. */
    async writeFailures(
      { known, ...network }: TestedNetwork & { readonly known: number },
      { refusals, hold }: JudgedFailures,
      at: Date,
    ): Promise<boolean> {
      const isKnown = known === 0 ? { 'refusals.0': { $exists: false } } : { refusals: { $size: known } };
      const filter = { ...tested(network), ...isKnown };
      if (!hold) return update(filter, { $set: { refusals, changedAt: at } });
      const { $set, $push } = holdUpdate(network, hold, at);
      return update(filter, { $set: { ...$set, refusals }, $push });
    },
    /** How many networks of the installation are held. */
    async countHeld(): Promise<number> {
      return networkConfigurations.countDocuments({ isHeld: true }).hint('organisation_held');
    },
  };
}
