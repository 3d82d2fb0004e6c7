import type { QueryFilter } from 'mongoose';
import { batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { RolloutMembership } from '../../upgrades/domain/upgrade-change.js';
import { BEGUN_STATUSES, shownStatus, type UpgradeStatus } from '../../upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import type { RolloutModels } from '../models/models.js';
import type { RolloutRecord } from '../models/rollout.js';
import { membersOf } from './members.js';

/** The devices of one part that a stage is compared with, and how often each had restarted before. */
export interface ControlGroup {
  readonly part: string;
  readonly deviceIds: readonly number[];
  readonly restarts: readonly number[];
}

/** An upgrade of a stage that has entered Verifying. */
export interface VerifiedUpgrade {
  readonly id: number;
  readonly deviceId: number;
  readonly macId: string;
  readonly part: string;
  readonly networkId: number | null;
  readonly version: string;
  readonly status: UpgradeStatus;
  /** How many times its device had restarted before. */
  readonly restarts: number;
}

type Started = Pick<RolloutRecord, '_id' | 'organisationId' | 'scheduleId'>;

/** What the health gate reads and keeps. Every method takes at most 1,000 ids. */
export function createRolloutHealthStore({ rolloutControls, upgrades }: RolloutModels) {
  return {
    /** Keeps the control groups of a stage, and deletes those of earlier stages. Repeating it replaces them. */
    async keepControl(
      { _id: rolloutId, organisationId }: Started,
      stage: number,
      groups: readonly ControlGroup[],
      createdAt: Date,
    ): Promise<void> {
      await rolloutControls.deleteMany({ organisationId, rolloutId, stage: { $lt: stage } });
      const writes = groups.map(({ part: partNumber, deviceIds, restarts }) => ({
        updateOne: {
          filter: { _id: `${rolloutId}:${stage}:${partNumber}`, organisationId },
          update: { $set: { rolloutId, stage, partNumber, deviceIds, restarts, createdAt } },
          upsert: true,
        },
      }));
      for (const batch of batchesOf(writes, 100)) await rolloutControls.bulkWrite(batch, { ordered: false });
    },
    /** The control groups of some parts. */
    async control(
      { _id: rolloutId, organisationId }: Started,
      stage: number,
      parts: readonly string[],
    ): Promise<ControlGroup[]> {
      const found = await rolloutControls
        .find({ organisationId, rolloutId, stage, partNumber: { $in: [...parts] } })
        .batchSize(ONE_ANSWER)
        .lean();
      return found.map(({ partNumber: part, deviceIds, restarts }) => ({ part, deviceIds, restarts }));
    },
    /** The upgrades of a stage that entered Verifying after and before two times, the latest first. */
    async verified(
      rollout: Started,
      stage: number,
      { after, before }: { readonly after: Date | null; readonly before: Date },
      limit: number,
    ): Promise<VerifiedUpgrade[]> {
      const found = await upgrades
        .find(
          {
            ...membersOf(rollout),
            reachedVerifying: true,
            rolloutStage: stage,
            verifyingAt: after === null ? { $lt: before } : { $gt: after, $lt: before },
          },
          VERIFIED,
        )
        .hint('member_verifying')
        .sort({ verifyingAt: -1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean<Verified[]>();
      return found.map(verifiedUpgrade);
    },
    /** The devices that were offered an upgrade of the rollout, or any upgrade since a time. */
    async offered(
      { organisationId, scheduleId }: Started,
      deviceIds: readonly number[],
      since: Date,
    ): Promise<Set<number>> {
      const found = await upgrades
        .find(
          {
            organisationId,
            routerInventoryId: { $in: [...deviceIds] },
            offeredAt: { $ne: null },
            $or: [{ offeredAt: { $gte: since } }, { scheduleId }],
          },
          { routerInventoryId: 1 },
        )
        .hint('organisation_device_schedule')
        .batchSize(ONE_ANSWER)
        .lean();
      return new Set(found.map(({ routerInventoryId }) => routerInventoryId));
    },
    /** The devices that were offered an upgrade of a later request. */
    async offeredLater(
      { organisationId, scheduleId }: Started,
      deviceIds: readonly number[],
    ): Promise<Set<number>> {
      const found = await upgrades
        .find(
          {
            organisationId,
            routerInventoryId: { $in: [...deviceIds] },
            scheduleId: { $gt: scheduleId ?? Number.MAX_SAFE_INTEGER },
            offeredAt: { $ne: null },
          },
          { routerInventoryId: 1 },
        )
        .hint('organisation_device_schedule')
        .batchSize(ONE_ANSWER)
        .lean();
      return new Set(found.map(({ routerInventoryId }) => routerInventoryId));
    },
    /** The networks in which an upgrade of a switch holds a slot or has begun. */
    async withSwitchInFlight(organisationId: number, networkIds: readonly number[]): Promise<Set<number>> {
      const locationNetworkId = { $in: [...networkIds] };
      const switches = (filter: QueryFilter<UpgradeRecord>, hint: string) =>
        upgrades
          .find({ organisationId, locationNetworkId, inFlight: true, isSwitch: true, ...filter }, NETWORK)
          .hint(hint)
          .batchSize(ONE_ANSWER)
          .lean();
      // In this order, an upgrade that moves on in between is found twice rather than not.
      const withSlot = await switches({ hasSlot: true }, 'network_slots');
      const begun = await switches(
        { attempts: { $gt: 0 }, status: { $in: [...BEGUN_STATUSES] } },
        'network_begun',
      );
      return new Set([...withSlot, ...begun].flatMap((upgrade) => upgrade.locationNetworkId ?? []));
    },
  };
}

const NETWORK = { locationNetworkId: 1 } as const;

const VERIFIED = {
  routerInventoryId: 1,
  macId: 1,
  locationNetworkId: 1,
  version: 1,
  status: 1,
  partNumber: 1,
  restarts: 1,
} as const;

type Verified = Pick<
  UpgradeRecord,
  '_id' | 'routerInventoryId' | 'macId' | 'locationNetworkId' | 'version' | 'status'
> &
  Pick<RolloutMembership, 'partNumber' | 'restarts'>;

function verifiedUpgrade(found: Verified): VerifiedUpgrade {
  const { _id: id, routerInventoryId: deviceId, macId, locationNetworkId, version, status } = found;
  return {
    id,
    deviceId,
    macId,
    part: found.partNumber,
    networkId: locationNetworkId,
    version,
    status: shownStatus(status),
    restarts: found.restarts ?? 0,
  };
}
