import { NEVER_DEAF } from '../shared/deaf-periods/domain/deafness.js';
import { HALF_HOUR_MS, placeOf, pointValues } from '../shared/inventory/domain/device-points.js';
import type { RunningApi } from '../api/start-api.js';
import { createStores } from '../shared/composition/deps.js';
import { readEnv } from '../shared/platform/env/env.js';
import { batchesOf } from '../shared/platform/mongo/batches.js';
import type { RolloutRecord } from '../shared/rollouts/models/rollout.js';
import { lookAtHealth, type HealthLook } from '../shared/rollouts/operations/reconcile/look-at-health.js';
import { measureMs } from './alternate.js';
import { median, rounded } from './benchmark.js';
import type { TwoSizes } from './fleet/bench-fleet.js';

/** The most that a look reads: upgrades of a rollout, and control devices of each hardware part. */
const TREATED = 20_000;
const CONTROL = 2000;
const HOUR_MS = 3_600_000;
/** How long ago the rollout has begun, and its look before. */
const BEGAN_HOURS = 27;
const LOOKED_HOURS = 26;
/** Days with points of the devices. */
const DAYS = 3;
const HALF_HOURS = 48;

/** Looks at the health of a rollout, measured in this process on connections of its own. */
export class RolloutLooks {
  private readonly deps: RunningApi['deps'];
  private readonly now = new Date();

  constructor(
    private readonly fleet: TwoSizes,
    deps: RunningApi['deps'],
  ) {
    this.deps = { ...deps, stores: { ...deps.stores, ...createStores(fleet.mongo.models, readEnv()) } };
  }

  private hoursAgo(hours: number): Date {
    return new Date(this.now.getTime() - hours * HOUR_MS);
  }

  /** Makes upgrades of the rollout treated, and devices of each part its control groups, all of which report radios. */
  async prepare({ _id: id, organisationId, ...rollout }: RolloutRecord): Promise<void> {
    const { upgrades, devices, deviceStates } = this.fleet.mongo.models;
    const found = await upgrades
      .find({ organisationId, inRollout: true, rolloutId: id }, { routerInventoryId: 1 })
      .limit(TREATED)
      .lean();
    const verifyingAt = this.hoursAgo(LOOKED_HOURS + 0.1);
    const treated = { reachedVerifying: true, verifyingAt };
    for (const batch of batchesOf(found.map(({ _id }) => _id)))
      await upgrades.collection.updateMany({ _id: { $in: batch as never[] } }, { $set: treated });
    const parts = await upgrades.distinct('partNumber', { organisationId, inRollout: true, rolloutId: id });
    const compared = new Set(found.map(({ routerInventoryId }) => routerInventoryId));
    const groups = [];
    for (const part of parts.map(String)) {
      const control = await devices
        .find({ organisationId, partNumber: part, _id: { $nin: [...compared] } }, { _id: 1 })
        .limit(CONTROL)
        .lean();
      const restarts = control.map(() => 0);
      groups.push({ part, deviceIds: control.map(({ _id }) => _id), restarts, heldOut: [] });
    }
    await this.deps.stores.rolloutHealth.keepControl(
      { _id: id, organisationId, scheduleId: rollout.scheduleId },
      groups,
      this.hoursAgo(LOOKED_HOURS + 0.05),
    );
    const all = [...compared, ...groups.flatMap(({ deviceIds }) => deviceIds)];
    for (const batch of batchesOf(all))
      await deviceStates.collection.updateMany({ _id: { $in: batch as never[] } }, [
        { $set: { wifi: WIFI, wifiAt: '$lastHeartbeatAt', memFreeKb: 41_200 } },
      ]);
    await this.writePoints(organisationId, all);
  }

  /** The points of each device of three days. */
  private async writePoints(organisationId: number, deviceIds: readonly number[]): Promise<void> {
    const { collection } = this.fleet.mongo.models.devicePoints;
    await collection.deleteMany({ organisationId });
    const points = Object.fromEntries(
      Array.from({ length: HALF_HOURS }, (_, halfHour) => {
        const at = new Date(this.now.getTime() + halfHour * HALF_HOUR_MS);
        const state = {
          lastHeartbeatAt: at,
          wifiAt: at,
          memFreeKb: 41_200,
          wifi: { ...WIFI, rxRate: 0, txRate: 0 },
        };
        return [halfHour, pointValues(state, true, at)];
      }),
    );
    for (let day = 0; day < DAYS; day += 1)
      for (const batch of batchesOf(deviceIds))
        await collection.insertMany(
          batch.map((deviceId) => {
            const { _id, expiresAt } = placeOf({ organisationId, deviceId }, this.hoursAgo(24 * day));
            return { _id, organisationId, points, expiresAt };
          }) as never[],
          { ordered: false },
        );
  }

  /** A look a day after the upgrades, which also compares half-hourly points. */
  async look(rollout: RolloutRecord, rounds: number) {
    const startedAt = this.hoursAgo(BEGAN_HOURS);
    const gates = { ...rollout.settings.gates, health: true };
    const settings = { ...rollout.settings, gates };
    const begun: RolloutRecord = { ...rollout, settings, startedAt, lookedAt: null, looks: 0, sick: null };
    const before = this.hoursAgo(LOOKED_HOURS);
    const first = await lookAtHealth(this.deps, begun, 0, before, NEVER_DEAF);
    await this.deps.stores.rolloutLooks.put(begun, first.states);
    const taken: number[] = [];
    let found: HealthLook | null = null;
    for (let round = 0; round <= rounds; round += 1) {
      const milliseconds = await measureMs(async () => {
        const looked = { ...begun, lookedAt: before, looks: 1 };
        found = await lookAtHealth(this.deps, looked, 0, this.now, NEVER_DEAF);
      });
      if (round > 0) taken.push(milliseconds);
    }
    const parts = (found as HealthLook | null)?.look.parts ?? [];
    return {
      medianMs: rounded(median(taken)),
      longestMs: rounded(Math.max(...taken)),
      parts: parts.length,
      treated: parts.reduce((sum, { treated }) => sum + treated.devices, 0),
      control: parts.reduce((sum, { control }) => sum + control.devices, 0),
      tests: [...new Set(parts.flatMap(({ tests }) => tests.map(({ sign }) => sign)))],
    };
  }
}

const RADIO = { name: 'phy0', band: '5g', on: true, up: true, channel: 36, widthMhz: 80 } as const;
const WIFI = {
  radios: [{ ...RADIO, busyPercent: 31, clients: 9, crashes: 0 }],
  ...{ clients: 9, joined: 812, refused: 9, rxBytes: 91_823_123, txBytes: 812_311_231 },
};
