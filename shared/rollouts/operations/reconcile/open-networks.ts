import type { NetworkHours } from '../../../inventory/domain/network-hours.js';
import { perHours } from '../../domain/per-hours.js';
import { hoursIn, openUntil } from '../../domain/windows.js';
import type { RolloutDeps } from '../../deps.js';
import type { RolloutRecord } from '../../models/rollout.js';

/** Tells in which networks, null included, a rollout dispatches: their window is open, and they are not blocked. */
export class OpenNetworks {
  private readonly isOpen: (hours: NetworkHours) => boolean;
  private hasOwnHours: boolean | null = null;

  constructor(
    private readonly deps: RolloutDeps,
    private readonly rollout: RolloutRecord,
    now: Date,
  ) {
    this.isOpen = perHours((hours) => openUntil(hoursIn(rollout.settings, hours), now) !== null);
  }

  /** A test of at most 1,000 networks. */
  async among(ids: Iterable<number | null>): Promise<(id: number | null) => boolean> {
    const { rolloutNetworks } = this.deps.stores;
    const { organisationId, blockedNetworks } = this.rollout;
    this.hasOwnHours ??= (await rolloutNetworks.ownHours(organisationId)).length > 0;
    const wanted = this.hasOwnHours ? [...new Set(ids)].filter((id) => id !== null) : [];
    const hours = await rolloutNetworks.hours(organisationId, wanted);
    const blocked = new Set(blockedNetworks);
    return (id) => {
      const own = (id === null ? undefined : hours.get(id)) ?? { time_zone: null, windows: null };
      return (id === null || !blocked.has(id)) && this.isOpen(own);
    };
  }
}
