import type { QueryFilter } from 'mongoose';
import type { NetworkHours } from '../../inventory/domain/network-hours.js';
import { BATCH, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { BEGUN_STATUSES } from '../../upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import { SPOKEN_CAUSES } from '../domain/gates/failure-gate.js';
import type { NetworkLoad } from '../domain/network-rules.js';
import type { RolloutModels } from '../models/models.js';
import type { RolloutRecord } from '../models/rollout.js';
import { membersOf } from './members.js';
import type { RolloutRef } from './rollout-store.js';

const MAX_NEIGHBOURS = 10_000;

/** A network as the dispatch of a rollout reads it. */
export interface RolloutNetwork extends NetworkHours {
  readonly load: NetworkLoad;
}

/** A pending upgrade of an access point. */
export interface WaitingAccessPoint {
  readonly id: number;
  readonly networkId: number;
  readonly deviceId: number;
}

interface Counted {
  readonly _id: { readonly network: number; readonly isSwitch?: boolean | null };
  readonly count: number;
}

/** Networks and the upgrades in them, as the dispatch of rollouts reads them. */
export function createRolloutNetworkStore({ devices, networks, upgrades }: RolloutModels) {
  /** Numbers of upgrades by network, and whether they are of switches. */
  function count(filter: QueryFilter<UpgradeRecord>, hint: string): Promise<Counted[]> {
    const group = { _id: { network: '$locationNetworkId', isSwitch: '$isSwitch' }, count: { $sum: 1 } };
    return upgrades.aggregate<Counted>([{ $match: filter }, { $group: group }], { hint });
  }

  function byIds(organisationId: number, ids: readonly number[]) {
    return networks
      .find({ organisationId, _id: { $in: [...ids] } }, { timeZone: 1, windows: 1, deviceCount: 1 })
      .batchSize(ONE_ANSWER)
      .lean();
  }

  return {
    /** The hours of at most 1,000 networks of the organisation by id. */
    async hours(organisationId: number, ids: readonly number[]): Promise<Map<number, NetworkHours>> {
      if (ids.length === 0) return new Map();
      const found = await byIds(organisationId, ids);
      return new Map(
        found.map(({ _id, timeZone = null, windows = null }) => [_id, { time_zone: timeZone, windows }]),
      );
    },

    /**
     * At most 1,000 networks of the organisation by id, with what is in flight there and the failures of the rollout there
     * that count, as far as ticks have decided on them.
     */
    async read(
      rollout: RolloutRef & Pick<RolloutRecord, 'judgedFrom'>,
      ids: readonly number[],
    ): Promise<Map<number, RolloutNetwork>> {
      if (ids.length === 0) return new Map();
      const { organisationId } = rollout;
      const among = { organisationId, locationNetworkId: { $in: [...ids] } };
      const found = await byIds(organisationId, ids);
      // In this order, an upgrade that moves on in between is counted twice rather than not.
      const withSlot = await count({ ...among, inFlight: true, hasSlot: true }, 'network_slots');
      const begun = await count(
        {
          ...among,
          inFlight: true,
          attempts: { $gt: 0 },
          status: { $in: [...BEGUN_STATUSES] },
          hasSlot: { $ne: true },
        },
        'network_begun',
      );
      const failed = await count(
        {
          ...membersOf(rollout),
          ...among,
          status: 'Failed',
          $or: [{ cause: { $in: [...SPOKEN_CAUSES] } }, { silenceCounts: true }],
          ...(rollout.judgedFrom === null ? {} : { statusSince: { $gt: rollout.judgedFrom } }),
        } as QueryFilter<UpgradeRecord>,
        'member_network',
      );
      const byId = new Map(found.map((network) => [network._id, network]));
      const inFlight = byNetwork([...withSlot, ...begun]);
      const failures = byNetwork(failed);
      return new Map(
        ids.map((id) => {
          const { timeZone = null, windows = null, deviceCount: devices = 0 } = byId.get(id) ?? {};
          const here = inFlight.get(id) ?? [];
          const load = {
            devices,
            inFlight: sum(here),
            switchInFlight: here.some(({ _id: { isSwitch } }) => isSwitch === true),
            failed: sum(failures.get(id) ?? []),
          };
          return [id, { time_zone: timeZone, windows, load }];
        }),
      );
    },

    /** Devices of at most 1,000 networks of the organisation, at most 10,000 in all. */
    async devicesIn(
      organisationId: number,
      networkIds: readonly number[],
    ): Promise<{ readonly id: number; readonly networkId: number }[]> {
      const found = await devices
        .find({ organisationId, locationNetworkId: { $in: [...networkIds] } }, { locationNetworkId: 1 })
        .hint('network_id')
        .limit(MAX_NEIGHBOURS)
        .batchSize(MAX_NEIGHBOURS + 1)
        .lean();
      return found.map(({ _id: id, locationNetworkId }) => ({ id, networkId: locationNetworkId ?? 0 }));
    },

    /** The different hours that networks of an organisation have of their own, at most 1,000. */
    async ownHours(organisationId: number): Promise<NetworkHours[]> {
      const groups = await networks.aggregate<{
        _id: { timeZone?: string; windows?: NetworkHours['windows'] };
      }>(
        [
          { $match: { organisationId, hasOwnHours: true } },
          { $group: { _id: { timeZone: '$timeZone', windows: '$windows' } } },
          { $limit: BATCH },
        ],
        { hint: 'organisation_hours' },
      );
      return groups.map(({ _id: { timeZone = null, windows = null } }) => ({ time_zone: timeZone, windows }));
    },

    /** Every network of an organisation that has hours of its own. */
    async *withOwnHours(organisationId: number): AsyncIterable<NetworkHours & { readonly id: number }> {
      const found = networks
        .find({ organisationId, hasOwnHours: true }, { timeZone: 1, windows: 1 })
        .hint('organisation_hours')
        .batchSize(BATCH)
        .lean()
        .cursor();
      for await (const { _id: id, timeZone = null, windows = null } of found)
        yield { id, time_zone: timeZone, windows };
    },

    /** Pending upgrades of access points in at most 1,000 networks, by network and id, after an id; at most 1,000. */
    async waitingAccessPoints(
      rollout: RolloutRef,
      networkIds: readonly number[],
      afterId: number,
    ): Promise<WaitingAccessPoint[]> {
      const found = await upgrades
        .find(
          {
            ...membersOf(rollout),
            status: '',
            locationNetworkId: { $in: [...networkIds] },
            isSwitch: { $ne: true },
            _id: { $gt: afterId },
          },
          { locationNetworkId: 1, routerInventoryId: 1 },
        )
        .hint('member_network')
        .sort({ locationNetworkId: 1, _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean();
      return found.map(({ _id: id, locationNetworkId, routerInventoryId: deviceId }) => {
        return { id, networkId: locationNetworkId ?? 0, deviceId };
      });
    },
  };
}

function byNetwork(counts: readonly Counted[]): Map<number, Counted[]> {
  const groups = new Map<number, Counted[]>();
  for (const count of counts) {
    const { network } = count._id;
    groups.set(network, [...(groups.get(network) ?? []), count]);
  }
  return groups;
}

function sum(counts: readonly Counted[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
