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

/** Every method takes at most 1,000 ids. */
export interface RolloutHealthStore {
  /** Keeps the control groups of a stage, and deletes those of earlier stages. Repeating it replaces them. */
  keepControl(rollout: Started, stage: number, groups: readonly ControlGroup[], at: Date): Promise<void>;
  /** The control groups of some parts. */
  control(rollout: Started, stage: number, parts: readonly string[]): Promise<ControlGroup[]>;
  /** The upgrades of a stage that entered Verifying after and before two times, the latest first. */
  verified(
    rollout: Started,
    stage: number,
    between: { readonly after: Date | null; readonly before: Date },
    limit: number,
  ): Promise<VerifiedUpgrade[]>;
  /** The devices that were offered an upgrade of the rollout, or any upgrade since a time. */
  offered(rollout: Started, deviceIds: readonly number[], since: Date): Promise<Set<number>>;
  /** The devices that were offered an upgrade of a later request. */
  offeredLater(rollout: Started, deviceIds: readonly number[]): Promise<Set<number>>;
  /** The networks in which an upgrade of a switch holds a slot or has begun. */
  withSwitchInFlight(organisationId: number, networkIds: readonly number[]): Promise<Set<number>>;
}

/** What the health gate reads and keeps. */
export function createRolloutHealthStore({ rolloutControls, upgrades }: RolloutModels): RolloutHealthStore {
  return {
    async keepControl({ _id: rolloutId, organisationId }, stage, groups, createdAt) {
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
    async control({ _id: rolloutId, organisationId }, stage, parts) {
      const found = await rolloutControls
        .find({ organisationId, rolloutId, stage, partNumber: { $in: [...parts] } })
        .batchSize(ONE_ANSWER)
        .lean();
      return found.map(({ partNumber: part, deviceIds, restarts }) => ({ part, deviceIds, restarts }));
    },
    async verified(rollout, stage, { after, before }, limit) {
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
    async offered({ organisationId, scheduleId }, deviceIds, since) {
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
    async offeredLater({ organisationId, scheduleId }, deviceIds) {
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
    async withSwitchInFlight(organisationId, networkIds) {
      const locationNetworkId = { $in: [...networkIds] };
      const switches = (filter: QueryFilter<UpgradeRecord>, hint: string) =>
        upgrades
          .find({ organisationId, locationNetworkId, inFlight: true, isSwitch: true, ...filter }, NETWORK)
          .hint(hint)
          .batchSize(ONE_ANSWER)
          .lean();
      // In this order, an upgrade that moves on in between is found twice rather than not.
      const withSlot = await switches({ 'rollout.slot': true }, 'network_slots');
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
  'rollout.partNumber': 1,
  'rollout.restarts': 1,
} as const;

type Verified = Pick<
  UpgradeRecord,
  '_id' | 'routerInventoryId' | 'macId' | 'locationNetworkId' | 'version' | 'status'
> & { rollout: Pick<RolloutMembership, 'partNumber' | 'restarts'> };

function verifiedUpgrade(found: Verified): VerifiedUpgrade {
  const { _id: id, routerInventoryId: deviceId, macId, locationNetworkId, version, status, rollout } = found;
  return {
    id,
    deviceId,
    macId,
    part: rollout.partNumber,
    networkId: locationNetworkId,
    version,
    status: shownStatus(status),
    restarts: rollout.restarts ?? 0,
  };
}
