import pLimit from 'p-limit';
import type { DevicePoint, PointSpan } from '../../../inventory/domain/device-points.js';
import { batchesOf } from '../../../platform/mongo/batches.js';
import type { RolloutDeps } from '../../deps.js';
import type { DeviceNow } from '../../domain/health/observe-row.js';
import { perHours } from '../../domain/per-hours.js';
import { hoursIn, openingAt } from '../../domain/windows.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { ObservedUpgrade } from '../../stores/rollout-health-store.js';

const MAX_AT_ONCE = 4;

/** Reads of the health gate; ids of any number, in batches of 1,000. */
export class HealthReader {
  private readonly limit = pLimit(MAX_AT_ONCE);

  constructor(
    private readonly deps: RolloutDeps,
    private readonly rollout: RolloutRecord,
    private readonly now: Date,
  ) {}

  /** Devices of the organisation, with the network that they are in. One that a caller has just rebooted counts as heard. */
  async devices(deviceIds: readonly number[]): Promise<Map<number, DeviceNow>> {
    const { organisationId } = this.rollout;
    const { heartbeats, targets, commands } = this.deps.stores;
    const devices = new Map<number, DeviceNow>();
    if (deviceIds.length === 0) return devices;
    const rebooting = await commands.rebooting(organisationId, this.now);
    const silentSince = this.now.getTime() - this.deps.env.downAfterS * 1000;
    const heardAt = (id: number, at: Date | null): Date | null =>
      at && at.getTime() < silentSince && rebooting.devices.has(id) ? this.now : at;
    await this.limit.map(batchesOf(deviceIds), async (batch) => {
      const [heard, placed] = await Promise.all([
        heartbeats.health(batch.map((deviceId) => ({ organisationId, deviceId }))),
        targets.current([organisationId], batch),
      ]);
      for (const [id, { locationNetworkId: networkId }] of placed) {
        const state = heard.get(id);
        if (state) devices.set(id, { ...state, at: heardAt(id, state.at), networkId });
      }
    });
    return devices;
  }

  /** The half-hourly points of devices in times of their own. */
  points(spans: readonly PointSpan[]): Promise<Map<number, DevicePoint[]>> {
    const { devicePoints } = this.deps.stores;
    return this.limit(() => devicePoints.ofSpans(this.rollout.organisationId, spans));
  }

  /** Upgrades by their ids. */
  async upgrades(ids: readonly number[]): Promise<Map<number, ObservedUpgrade>> {
    const found = await this.limit.map(batchesOf(ids), (batch) =>
      this.deps.stores.rolloutHealth.observed(this.rollout, batch),
    );
    return new Map(found.flat().map((upgrade) => [upgrade.id, upgrade]));
  }

  /** Devices that were offered an upgrade of the rollout, or any upgrade since a time. */
  async offered(deviceIds: readonly number[], since: Date): Promise<Set<number>> {
    const { rolloutHealth } = this.deps.stores;
    return union(
      await this.limit.map(batchesOf(deviceIds), (batch) =>
        rolloutHealth.offered(this.rollout, batch, since),
      ),
    );
  }

  async offeredLater(deviceIds: readonly number[]): Promise<Set<number>> {
    const { rolloutHealth } = this.deps.stores;
    return union(
      await this.limit.map(batchesOf(deviceIds), (batch) => rolloutHealth.offeredLater(this.rollout, batch)),
    );
  }

  /** Tells which networks are not left out: no upgrade of a switch is in flight there. 0 is none. */
  async calm(networkIds: Iterable<number>): Promise<(id: number) => boolean> {
    const ids = [...new Set(networkIds)].filter((id) => id !== 0);
    const busy = union(
      await this.limit.map(batchesOf(ids), (batch) =>
        this.deps.stores.rolloutHealth.withSwitchInFlight(this.rollout.organisationId, batch),
      ),
    );
    return (id) => !busy.has(id);
  }

  /** Tells in which networks, null included, upgrades may have begun between a time and now. */
  async opened(networkIds: Iterable<number | null>, since: Date): Promise<(id: number | null) => boolean> {
    const { deps, rollout, now } = this;
    const { settings } = rollout;
    // What is dispatched just before the lead begins is installed in it.
    const from = new Date(since.getTime() - settings.lead_minutes * 60_000);
    const hasOpened = perHours((hours) => {
      const opening = openingAt({ ...hoursIn(settings, hours), leadMinutes: 0 }, from);
      return opening !== null && opening.from <= now.getTime();
    });
    const { rolloutNetworks } = deps.stores;
    const byDefault = hasOpened({ time_zone: null, windows: null });
    if ((await rolloutNetworks.ownHours(rollout.organisationId)).length === 0) return () => byDefault;
    const ids = [...new Set(networkIds)].filter((id) => id !== null);
    const { organisationId } = rollout;
    const found = await this.limit.map(batchesOf(ids), (batch) =>
      rolloutNetworks.hours(organisationId, batch),
    );
    const networks = new Map(found.flatMap((batch) => [...batch]));
    return (id) => {
      const hours = id === null ? undefined : networks.get(id);
      return hours ? hasOpened(hours) : byDefault;
    };
  }
}

function union(sets: readonly ReadonlySet<number>[]): Set<number> {
  return new Set(sets.flatMap((set) => [...set]));
}
