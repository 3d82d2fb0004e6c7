import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { RolloutMembership } from '../../upgrades/domain/upgrade-change.js';
import type { StoredStatus } from '../../upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import type { TargetDevice } from '../../upgrades/stores/target-store.js';
import {
  isMember,
  MEMBER_STATUSES,
  previousVersionFor,
  type Membership,
  type RolloutTarget,
} from '../domain/membership.js';
import type { RolloutSettings } from '../domain/settings.js';
import type { RolloutModels } from '../models/models.js';
import { membersOf } from './members.js';

/** Upgrades of one rollout, stage and status: one range of an index. */
export interface MemberGroup {
  /** The target that names them. */
  readonly target: string;
  readonly rolloutId: number;
  readonly stage: number;
  readonly status: StoredStatus;
  readonly causes: readonly string[];
}

/** Upgrades of a group, after a position of the order, at most 1,000. */
export interface MemberBatch {
  readonly deviceIds: number[];
  /** The last upgrade; null at the end of the group. */
  readonly next: { readonly order: string; readonly id: number } | null;
}

export type RolloutMemberStore = ReturnType<typeof createRolloutMemberStore>;

type Member = Pick<
  UpgradeRecord,
  '_id' | 'routerInventoryId' | 'scheduleId' | 'status' | 'cause' | 'version' | 'updatedAt'
> &
  Pick<RolloutMembership, 'rolloutId' | 'previousVersion'>;

const MEMBER = {
  routerInventoryId: 1,
  scheduleId: 1,
  status: 1,
  cause: 1,
  version: 1,
  updatedAt: 1,
  rolloutId: 1,
  previousVersion: 1,
} as const;

/** The upgrades of other rollouts that targets `rollout:I:S` name. */
export function createRolloutMemberStore({ rollouts, upgrades }: RolloutModels) {
  /** The schedules and versions of the rollouts that targets name; a draft has no schedule. */
  async function sources(organisationId: number, targets: readonly RolloutTarget[]) {
    const ids = [...new Set(targets.map(({ rolloutId }) => rolloutId))];
    if (ids.length === 0) return [];
    return rollouts
      .find(
        { organisationId, _id: { $in: ids }, scheduleId: { $ne: null } },
        { scheduleId: 1, 'stages.state': 1, 'settings.version': 1 },
      )
      .batchSize(ids.length + 1)
      .lean<
        { _id: number; scheduleId: number; stages: unknown[]; settings: Pick<RolloutSettings, 'version'> }[]
      >();
  }

  return {
    /** The groups of upgrades that targets name, in their order. */
    async groups(organisationId: number, targets: readonly RolloutTarget[]): Promise<MemberGroup[]> {
      const found = await sources(organisationId, targets);
      const stagesOf = new Map(found.map(({ _id, stages }) => [_id, stages.length]));
      return targets.flatMap(({ target, rolloutId, kind, causes }) =>
        Array.from({ length: stagesOf.get(rolloutId) ?? 0 }, (_, index) => index + 1).flatMap((stage) =>
          MEMBER_STATUSES[kind].map((status) => ({ target, rolloutId, stage, status, causes })),
        ),
      );
    },

    async batch(
      organisationId: number,
      { rolloutId, stage, status, causes }: MemberGroup,
      after: { readonly order: string; readonly id: number } | null,
    ): Promise<MemberBatch> {
      const found = await upgrades
        .find(
          {
            ...membersOf({ organisationId, _id: rolloutId }),
            rolloutStage: stage,
            status,
            ...(after === null ? {} : { rolloutOrder: { $gte: after.order } }),
            ...(causes.length === 0 ? {} : { cause: { $in: causes as never[] } }),
          },
          { routerInventoryId: 1, rolloutOrder: 1 },
        )
        .hint('member_order')
        .sort({ rolloutOrder: 1, _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean<(Pick<UpgradeRecord, '_id' | 'routerInventoryId'> & { rolloutOrder: string })[]>();
      // Equal keys of the order follow each other by id.
      const fresh = found.filter(
        ({ _id, rolloutOrder }) => after === null || rolloutOrder > after.order || _id > after.id,
      );
      const last = found.length === BATCH ? fresh.at(-1) : undefined;
      return {
        deviceIds: fresh.map(({ routerInventoryId }) => routerInventoryId),
        next: last ? { order: last.rolloutOrder, id: last._id } : null,
      };
    },

    /** Which of the targets name each of at most 1,000 devices. */
    async membershipsOf(
      organisationId: number,
      targets: readonly RolloutTarget[],
      devices: readonly TargetDevice[],
    ): Promise<Map<number, Membership[]>> {
      const memberships = new Map<number, Membership[]>();
      if (devices.length === 0) return memberships;
      const rolloutsOf = await sources(organisationId, targets);
      if (rolloutsOf.length === 0) return memberships;
      const scheduleIds = rolloutsOf.map(({ scheduleId }) => scheduleId);
      const returning = new Set(
        rolloutsOf.filter(({ settings }) => settings.version === 'previous').map(({ _id }) => _id),
      );
      const runs = new Map(devices.map(({ _id, firmwareVersion }) => [_id, firmwareVersion]));
      const found = await upgrades
        .find(
          { organisationId, scheduleId: { $in: scheduleIds }, routerInventoryId: { $in: [...runs.keys()] } },
          MEMBER,
        )
        .lean<Member[]>();
      for (const upgrade of found) {
        const {
          routerInventoryId: id,
          scheduleId,
          rolloutId,
          previousVersion,
          status,
          cause = null,
          version,
          updatedAt,
        } = upgrade;
        const member = { rolloutId, status, cause, version, previousVersion };
        const named = targets
          .filter((target) => isMember(target, member, runs.get(id) ?? ''))
          .map(({ target, kind }) => ({
            target,
            scheduleId,
            since: updatedAt,
            previousVersion: previousVersionFor(kind, member, returning.has(rolloutId)),
          }));
        if (named.length > 0) memberships.set(id, [...(memberships.get(id) ?? []), ...named]);
      }
      return memberships;
    },

    /** Devices whose upgrade in one of the named rollouts has changed since a time, in batches of at most 1,000. */
    async *changed(
      organisationId: number,
      targets: readonly RolloutTarget[],
      since: Date,
    ): AsyncGenerator<number[], void> {
      const rolloutIds = [...new Set(targets.map(({ rolloutId }) => rolloutId))];
      const statuses = [...new Set(targets.flatMap(({ kind }) => [...MEMBER_STATUSES[kind]]))];
      if (rolloutIds.length === 0) return;
      const members = { inRollout: true as const, rolloutId: { $in: rolloutIds }, status: { $in: statuses } };
      for (let [from, lastId] = [since, -Infinity]; ;) {
        const found = await upgrades
          .find(
            {
              organisationId,
              updatedAt: { $gte: from },
              $or: [{ updatedAt: { $gt: from } }, { _id: { $gt: lastId } }],
              ...members,
            },
            { routerInventoryId: 1, updatedAt: 1 },
          )
          .hint('sort_updated')
          .sort({ updatedAt: 1, _id: 1 })
          .limit(BATCH)
          .batchSize(ONE_ANSWER)
          .lean<Pick<UpgradeRecord, '_id' | 'routerInventoryId' | 'updatedAt'>[]>();
        if (found.length > 0) yield found.map(({ routerInventoryId }) => routerInventoryId);
        const last = found.at(-1);
        if (!last || found.length < BATCH) return;
        [from, lastId] = [last.updatedAt, last._id];
      }
    },
  };
}
