import type { NetworkHours } from '../../../inventory/domain/network-hours.js';
import { hoursIn, type Hours } from '../windows.js';
import type { RolloutSettings } from '../settings.js';

/** More different hours than this count as the rollout's. */
const MAX_GROUPS = 1000;

/** The different hours in which a rollout dispatches, and the networks of each. Group 0 has the rollout's own. */
export class HoursGroups {
  private readonly hours: Hours[];
  private readonly groups = new Map<string, number>();
  private readonly networks = new Map<number, number>();

  constructor(private readonly settings: RolloutSettings) {
    this.hours = [hoursIn(settings)];
  }

  /** Adds a network with hours of its own. */
  add(networkId: number, own: NetworkHours): void {
    const key = JSON.stringify([own.time_zone, own.windows]);
    let group = this.groups.get(key);
    if (group === undefined) {
      if (this.hours.length > MAX_GROUPS) return;
      group = this.hours.push(hoursIn(this.settings, own)) - 1;
      this.groups.set(key, group);
    }
    this.networks.set(networkId, group);
  }

  /** The hours of some groups; the rollout's own for none. */
  of(groups: ReadonlySet<number>): Hours[] {
    return this.hours.filter((_, group) => groups.has(group) || (groups.size === 0 && group === 0));
  }

  /** @param networkId -1 for unassigned devices */
  groupOf(networkId: number): number {
    return this.networks.get(networkId) ?? 0;
  }
}
