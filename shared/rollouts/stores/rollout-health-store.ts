import type { QueryFilter } from 'mongoose';
import { batchesOf, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { RolloutMembership } from '../../upgrades/domain/upgrade-change.js';
import {
  BEGUN_STATUSES,
  shownStatus,
  type UpgradeCause,
  type UpgradeStatus,
} from '../../upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import type { RolloutModels } from '../models/models.js';
import type { RolloutRecord } from '../models/rollout.js';
import { membersOf } from './members.js';

/** The cohort of one part, in the order of the rollout, and the devices that are upgraded last. */
export interface ControlGroup {
  readonly part: string;
  readonly deviceIds: readonly number[];
  /** How often each had restarted when it was drawn. */
  readonly restarts: readonly number[];
  readonly heldOut: readonly number[];
}

/** An upgrade that the health gate observes. */
export interface ObservedUpgrade {
  readonly id: number;
  readonly deviceId: number;
  readonly macId: string;
  readonly part: string;
  readonly stage: number;
  readonly networkId: number | null;
  readonly version: string;
  readonly status: UpgradeStatus;
  readonly cause: UpgradeCause | null;
  /** How many times its device had restarted before it entered Verifying. */
  readonly restarts: number | null;
  readonly installingAt: Date | null;
  readonly verifyingAt: Date | null;
  readonly statusSince: Date;
}

type Started = Pick<RolloutRecord, '_id' | 'organisationId' | 'scheduleId'>;

/** What the health gate reads and keeps. Every method takes at most 1,000 ids. */
export function createRolloutHealthStore({ rolloutControls, upgrades }: RolloutModels) {
  return {
    /** Keeps the cohorts of a rollout. Repeating it replaces them. */
    async keepControl(
      { _id: rolloutId, organisationId }: Started,
      groups: readonly ControlGroup[],
      createdAt: Date,
    ): Promise<void> {
      const writes = groups.map(({ part: partNumber, deviceIds, restarts, heldOut }) => ({
        updateOne: {
          filter: { _id: `${rolloutId}:${partNumber}`, organisationId },
          update: { $set: { rolloutId, partNumber, deviceIds, restarts, heldOut, createdAt } },
          upsert: true,
        },
      }));
      for (const batch of batchesOf(writes, 100)) await rolloutControls.bulkWrite(batch, { ordered: false });
    },
    /** The cohorts of a rollout and when they were drawn. */
    async control({
      _id: rolloutId,
      organisationId,
    }: Started): Promise<(ControlGroup & { readonly createdAt: Date })[]> {
      const found = await rolloutControls
        .find({ organisationId, rolloutId }, { heldOut: 0 })
        .batchSize(ONE_ANSWER)
        .lean();
      return found.map(({ partNumber: part, deviceIds, restarts, createdAt }) => {
        return { part, deviceIds, restarts, heldOut: [], createdAt };
      });
    },
    /** The devices of a rollout that are upgraded last. */
    async heldOut({ _id: rolloutId, organisationId }: Started): Promise<Set<number>> {
      const found = await rolloutControls
        .find({ organisationId, rolloutId, 'heldOut.0': { $exists: true } }, { heldOut: 1 })
        .batchSize(ONE_ANSWER)
        .lean();
      return new Set(found.flatMap(({ heldOut }) => heldOut));
    },
    /** Upgrades of a rollout that entered Verifying after a time, the earliest first. */
    async verified(rollout: Started, after: Date | null, limit: number): Promise<ObservedUpgrade[]> {
      const found = await upgrades
        .find(
          { ...membersOf(rollout), reachedVerifying: true, verifyingAt: { $gt: after ?? new Date(0) } },
          OBSERVED,
        )
        .hint('member_verifying')
        .sort({ verifyingAt: 1 })
        .limit(limit)
        .batchSize(limit + 1)
        .lean<Observed[]>();
      return found.map(observedUpgrade);
    },
    /** Upgrades of a rollout that are Installing, and those that failed after a time because their device was silent. */
    async installing(rollout: Started, after: Date, limit: number): Promise<ObservedUpgrade[]> {
      const installing = await upgrades
        .find({ ...membersOf(rollout), unprocessed: true, status: 'Installing' }, OBSERVED)
        .hint('member_unprocessed')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<Observed[]>();
      const silent = await upgrades
        .find(
          { ...membersOf(rollout), status: 'Failed', cause: 'silent', statusSince: { $gt: after } },
          OBSERVED,
        )
        .hint('member_network')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<Observed[]>();
      return [...installing, ...silent].map(observedUpgrade);
    },
    /** Upgrades by their ids, at most 1,000. */
    async observed({ organisationId }: Started, ids: readonly number[]): Promise<ObservedUpgrade[]> {
      const found = await upgrades
        .find({ organisationId, _id: { $in: [...ids] } }, OBSERVED)
        .batchSize(ONE_ANSWER)
        .lean<Observed[]>();
      return found.map(observedUpgrade);
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

const OBSERVED = {
  routerInventoryId: 1,
  macId: 1,
  locationNetworkId: 1,
  version: 1,
  status: 1,
  cause: 1,
  partNumber: 1,
  rolloutStage: 1,
  restarts: 1,
  installingAt: 1,
  verifyingAt: 1,
  statusSince: 1,
} as const;

type Observed = Pick<
  UpgradeRecord,
  | '_id'
  | 'routerInventoryId'
  | 'macId'
  | 'locationNetworkId'
  | 'version'
  | 'status'
  | 'cause'
  | 'installingAt'
  | 'verifyingAt'
  | 'statusSince'
> &
  Pick<RolloutMembership, 'partNumber' | 'rolloutStage' | 'restarts'>;

/** An upgrade as the health gate reads it. */
export function observedUpgrade(found: Observed): ObservedUpgrade {
  return {
    id: found._id,
    deviceId: found.routerInventoryId,
    macId: found.macId,
    part: found.partNumber,
    stage: found.rolloutStage,
    networkId: found.locationNetworkId,
    version: found.version,
    status: shownStatus(found.status),
    cause: found.cause ?? null,
    restarts: found.restarts ?? null,
    installingAt: found.installingAt ?? null,
    verifyingAt: found.verifyingAt ?? null,
    statusSince: found.statusSince,
  };
}
