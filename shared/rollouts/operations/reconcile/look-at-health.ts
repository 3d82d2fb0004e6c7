import pLimit from 'p-limit';
import type { Deafness } from '../../../deaf-periods/domain/deafness.js';
import { batchesOf } from '../../../platform/mongo/batches.js';
import { secondsAfter } from '../../../upgrades/domain/upgrade-change.js';
import type { RolloutDeps } from '../../deps.js';
import type { Observed } from '../../domain/gates/fisher.js';
import {
  isEnding,
  lookAtParts,
  signOf,
  type DeviceHealth,
  type Sign,
  type StageLook,
  type TreatedUpgrade,
} from '../../domain/gates/health-gate.js';
import { perHours } from '../../domain/per-hours.js';
import { hoursIn, openingAt } from '../../domain/windows.js';
import type { RolloutRecord } from '../../models/rollout.js';
import type { ControlGroup, VerifiedUpgrade } from '../../stores/rollout-health-store.js';

const MAX_TREATED = 20_000;
const MAX_AT_ONCE = 4;

/** Reads of the health gate; ids of any number, in batches of 1,000. */
class HealthReader {
  private readonly limit = pLimit(MAX_AT_ONCE);

  constructor(
    private readonly deps: RolloutDeps,
    private readonly rollout: RolloutRecord,
    private readonly now: Date,
  ) {}

  async healthOf(deviceIds: readonly number[]): Promise<Map<number, DeviceHealth>> {
    const { organisationId } = this.rollout;
    const found = await this.limit.map(batchesOf(deviceIds), (batch) =>
      this.deps.stores.heartbeats.lastHeard(batch.map((deviceId) => ({ organisationId, deviceId }))),
    );
    return new Map(found.flatMap((batch) => [...batch]));
  }

  async networksOf(deviceIds: readonly number[]): Promise<Map<number, number | null>> {
    const found = await this.limit.map(batchesOf(deviceIds), (batch) =>
      this.deps.stores.targets.current([this.rollout.organisationId], batch),
    );
    return new Map(
      found.flatMap((batch) => [...batch].map(([id, device]) => [id, device.locationNetworkId] as const)),
    );
  }

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

  /** The networks among these, null included, that are not left out: no upgrade of a switch is in flight there. */
  async calm(networkIds: Iterable<number | null>): Promise<(id: number | null) => boolean> {
    const ids = [...new Set(networkIds)].filter((id) => id !== null);
    const busy = union(
      await this.limit.map(batchesOf(ids), (batch) =>
        this.deps.stores.rolloutHealth.withSwitchInFlight(this.rollout.organisationId, batch),
      ),
    );
    return (id) => id === null || !busy.has(id);
  }

  /** Tells in which networks, null included, dispatch has been open since a time. */
  async opened(networkIds: Iterable<number | null>, since: Date): Promise<(id: number | null) => boolean> {
    const { deps, rollout, now } = this;
    const hasOpened = perHours((hours) => {
      const opening = openingAt(hoursIn(rollout.settings, hours), since);
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

  signOf(health: DeviceHealth, since: number, version: string | null): Sign | null {
    return signOf(health, since, version, this.now, this.deps.env.downAfterS);
  }
}

function union(sets: readonly ReadonlySet<number>[]): Set<number> {
  return new Set(sets.flatMap((set) => [...set]));
}

/**
 * Looks at the health of a stage: of its latest 20,000 upgrades that entered Verifying over `DOWN_AFTER_S` ago, and of the
 * control groups that were kept when it started (docs/rollouts.md#health-gate). Reads only; every read is bounded.
 * @param index of the stage, from 0
 */
export async function lookAtHealth(
  deps: RolloutDeps,
  rollout: RolloutRecord,
  index: number,
  now: Date,
  deafness: Deafness,
): Promise<StageLook> {
  const { stores, env } = deps;
  const stage = index + 1;
  const [record, settings] = [rollout.stages[index], rollout.settings.stages[index]];
  if (!record || !settings) throw new Error(`There is no stage ${stage}`);
  const reader = new HealthReader(deps, rollout, now);
  const between = { after: rollout.judgedFrom, before: secondsAfter(now, -env.downAfterS) };
  const verified = await stores.rolloutHealth.verified(rollout, stage, between, MAX_TREATED);
  const parts = [...new Set(verified.map(({ part }) => part))];
  const controls = await stores.rolloutHealth.control(rollout, stage, parts);
  const treated = await treatedAmong(reader, verified);
  const observed = await observe(reader, controls, record.startedAt ?? now);
  return {
    stage,
    at: now,
    isEnd: isEnding(record, settings, now, deafness),
    randomised: !('targets' in settings),
    parts: lookAtParts(treated, (part) => observed.get(part) ?? NOBODY, rollout.settings),
  };
}

const NOBODY: Observed = { sick: 0, devices: 0 };

/** The treated devices. Those that have left the organisation, or were offered a later upgrade, are none. */
async function treatedAmong(
  reader: HealthReader,
  verified: readonly VerifiedUpgrade[],
): Promise<TreatedUpgrade[]> {
  const health = await reader.healthOf(verified.map(({ deviceId }) => deviceId));
  const isCalm = await reader.calm(verified.map(({ networkId }) => networkId));
  const observed = verified.flatMap((upgrade) => {
    const found = health.get(upgrade.deviceId);
    if (!found || !isCalm(upgrade.networkId)) return [];
    return [{ ...upgrade, sign: reader.signOf(found, upgrade.restarts, upgrade.version) }];
  });
  const sick = observed.filter(({ sign }) => sign !== null).map(({ deviceId }) => deviceId);
  const left = await reader.offeredLater(sick);
  return observed.filter(({ deviceId }) => !left.has(deviceId));
}

/**
 * The control devices of each part: not offered an upgrade, heard since the stage started, and in networks where dispatch
 * has been open since.
 */
async function observe(
  reader: HealthReader,
  controls: readonly ControlGroup[],
  since: Date,
): Promise<Map<string, Observed>> {
  const all = controls.flatMap(({ deviceIds }) => deviceIds);
  const [health, networks, offered] = await Promise.all([
    reader.healthOf(all),
    reader.networksOf(all),
    reader.offered(all, since),
  ]);
  const isCalm = await reader.calm(networks.values());
  const hasOpened = await reader.opened(networks.values(), since);

  /** The state of a control device; null when it is none any more. */
  function heard(id: number): DeviceHealth | null {
    const found = health.get(id);
    const network = networks.get(id);
    if (!found?.at || found.at <= since || network === undefined || offered.has(id)) return null;
    return isCalm(network) && hasOpened(network) ? found : null;
  }

  return new Map(
    controls.map(({ part, deviceIds, restarts }) => {
      let [sick, devices] = [0, 0];
      for (const [at, id] of deviceIds.entries()) {
        const found = heard(id);
        if (!found) continue;
        devices += 1;
        if (reader.signOf(found, restarts[at] ?? 0, null) !== null) sick += 1;
      }
      return [part, { sick, devices }];
    }),
  );
}
