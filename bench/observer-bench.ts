import type { RunningApi } from '../api/start-api.js';
import { RESOLUTIONS, recordFrom, stepAt } from '../shared/activity/domain/series-steps.js';
import { createStores } from '../shared/composition/deps.js';
import { readEnv } from '../shared/platform/env/env.js';
import { measureMs } from './alternate.js';
import { rounded } from './benchmark.js';
import type { TwoSizes } from './fleet/bench-fleet.js';
import { observe } from '../dev/run-loop.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What an observation cost: its duration, and the CPU time of this process without that of the store. */
interface Observation {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** The worker's observation of every device of both organisations, in this process on connections of its own. */
export class ObserverBench {
  private readonly deps: RunningApi['deps'];

  constructor(
    private readonly fleet: TwoSizes,
    deps: RunningApi['deps'],
  ) {
    this.deps = { ...deps, stores: { ...deps.stores, ...createStores(fleet.mongo.models, readEnv()) } };
  }

  /** Removes what earlier observations have left. */
  async clear(): Promise<void> {
    const { deviceSummaries, deviceEvents, deviceTallies, onlineSeries } = this.fleet.mongo.models;
    for (const { collection } of [deviceSummaries, deviceEvents, deviceTallies, onlineSeries])
      await collection.deleteMany({});
  }

  /** The first observation, those of a fleet that has not changed, and one when every device has gone down. */
  async observations(now: Date): Promise<Readonly<Record<string, Observation>>> {
    const first = await this.observe(now);
    await this.observe(now);
    const again = await this.observe(new Date(now.getTime() + MINUTE_MS));
    const down = await this.observe(new Date(now.getTime() + 2 * HOUR_MS));
    return {
      'first observation': first,
      'observation, nothing changed': again,
      'observation, every device down': down,
    };
  }

  /** Writes the points of the day before a time, as an observation in each minute does. */
  async addPoints(now: Date): Promise<void> {
    const [minutes] = RESOLUTIONS;
    if (!minutes) throw new Error('The series have no resolution');
    const { stepS, steps } = minutes;
    const points = Object.fromEntries(Array.from({ length: steps }, (_, step) => [step, [step + 1, 1]]));
    const records = [this.fleet.small, this.fleet.large].flatMap(({ id, firstNetworkId }) =>
      [null, firstNetworkId, firstNetworkId + 1, firstNetworkId + 2].flatMap((place) =>
        Array.from({ length: DAY_MS / (stepS * steps * 1000) + 1 }, (_, before) => {
          const { from } = stepAt(minutes, new Date(now.getTime() - before * stepS * steps * 1000));
          const record = recordFrom(id, place, minutes, from);
          return { ...record, organisationId: id, points, expiresAt: new Date(Date.now() + DAY_MS) };
        }),
      ),
    );
    const { onlineSeries } = this.fleet.mongo.models;
    await onlineSeries.collection.deleteMany({ stepS });
    await onlineSeries.insertMany(records, { lean: true });
  }

  private async observe(at: Date): Promise<Observation> {
    const before = process.cpuUsage();
    const milliseconds = await measureMs(() => observe({ ...this.deps, now: () => at }));
    const { user, system } = process.cpuUsage(before);
    return { seconds: rounded(milliseconds / 1000), cpuSeconds: rounded((user + system) / 1_000_000) };
  }
}
