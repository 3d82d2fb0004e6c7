import type { ClientSession, QueryFilter } from 'mongoose';
import { END_STATUSES, type EndStatus } from '../../upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import type { WebhookModels } from '../models/models.js';

/** An organisation with a webhook for ends of upgrades. */
export interface Listening {
  readonly organisationId: number;
  /** Earlier ends are not reported. */
  readonly since: Date;
}

/** An ended upgrade, with what its event says. */
export type EndedUpgrade = Pick<
  UpgradeRecord,
  | '_id'
  | 'routerInventoryId'
  | 'macId'
  | 'locationNetworkId'
  | 'cause'
  | 'statusSince'
  | 'rolloutId'
  | 'rolloutStage'
  | 'previousVersion'
> & {
  readonly status: EndStatus;
  /** The hardware part of the device; null when the device has left the organisation. */
  readonly partNumber: string | null;
};

type Found = Omit<EndedUpgrade, 'partNumber'> & Pick<UpgradeRecord, 'partNumber'>;

const ENDED = {
  routerInventoryId: 1,
  macId: 1,
  locationNetworkId: 1,
  status: 1,
  cause: 1,
  statusSince: 1,
  rolloutId: 1,
  rolloutStage: 1,
  partNumber: 1,
  previousVersion: 1,
} as const;

/** Ended upgrades, as events report them. */
export function createEndedUpgradeStore({ devices, upgrades, webhooks }: WebhookModels) {
  async function withParts(organisationId: number, found: readonly Found[]): Promise<EndedUpgrade[]> {
    const plain = found
      .filter(({ partNumber }) => partNumber === undefined)
      .map((upgrade) => upgrade.routerInventoryId);
    const owners =
      plain.length === 0
        ? []
        : await devices
            .find({ organisationId, _id: { $in: plain } }, { partNumber: 1 })
            .batchSize(plain.length + 1)
            .lean();
    const parts = new Map(owners.map((device) => [device._id, device.partNumber]));
    return found.map((upgrade) => ({
      ...upgrade,
      partNumber: upgrade.partNumber ?? parts.get(upgrade.routerInventoryId) ?? null,
    }));
  }

  /** As the partial index holds them. */
  const marked = (organisationId: number): QueryFilter<UpgradeRecord> => ({
    organisationId,
    unprocessed: true,
    inFlight: false,
    status: { $in: END_STATUSES },
  });
  const unreported = ({ organisationId, since }: Listening): QueryFilter<UpgradeRecord> => ({
    ...marked(organisationId),
    statusSince: { $gte: since },
    inRollout: { $ne: true },
  });

  return {
    /** The organisations that ends of upgrades are reported to. */
    async listening(limit: number): Promise<Listening[]> {
      const found = await webhooks.aggregate<{ _id: number; since: Date }>([
        { $match: { enabled: true, types: 'upgrades.finished' } },
        { $group: { _id: '$organisationId', since: { $min: '$since' } } },
        { $limit: limit },
      ]);
      return found.map(({ _id: organisationId, since }) => ({ organisationId, since }));
    },
    /** Which of these organisations have plain upgrades whose end has not been reported. */
    async withUnreported(listening: readonly Listening[]): Promise<Set<number>> {
      const found = await upgrades.aggregate<{ _id: number }>(
        [{ $match: { $or: listening.map(unreported) } }, { $group: { _id: '$organisationId' } }],
        { hint: 'ended_unprocessed' },
      );
      return new Set(found.map(({ _id }) => _id));
    },
    /** Plain upgrades whose end has not been reported, the earliest first. */
    async unreported(listening: Listening, limit: number): Promise<EndedUpgrade[]> {
      const found = await upgrades
        .find(unreported(listening), ENDED)
        .hint('ended_unprocessed')
        .sort({ statusSince: 1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean<Found[]>();
      return withParts(listening.organisationId, found);
    },
    /** These upgrades of a rollout, in this order. Those that have not ended are left out. */
    async byIds(organisationId: number, ids: readonly number[]): Promise<EndedUpgrade[]> {
      const found = await upgrades
        .find({ organisationId, _id: { $in: [...ids] }, status: { $in: END_STATUSES } }, ENDED)
        .batchSize(ids.length + 1)
        .lean<Found[]>();
      const byId = new Map(found.map((upgrade) => [upgrade._id, upgrade]));
      return withParts(
        organisationId,
        ids.flatMap((id) => byId.get(id) ?? []),
      );
    },
    /** Marks ends as reported, in the transaction that writes their event; returns how many were not. */
    async markReported(
      organisationId: number,
      ids: readonly number[],
      session: ClientSession,
    ): Promise<number> {
      const { matchedCount } = await upgrades.updateMany(
        { ...marked(organisationId), _id: { $in: [...ids] } },
        { $set: { unprocessed: false } },
        { session },
      );
      return matchedCount;
    },
  };
}
