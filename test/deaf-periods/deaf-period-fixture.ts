import { announceDeafPeriods } from '../../shared/webhooks/operations/announce-deaf-periods.js';
import type { HeartbeatCounter } from '../../shared/deaf-periods/operations/count-heartbeats.js';
import { newMemory, type WatchMemory } from '../../shared/deaf-periods/operations/watch-memory.js';
import { watchHeartbeats } from '../../shared/deaf-periods/operations/watch-heartbeats.js';
import type { DeafPeriodRecord } from '../../shared/deaf-periods/models/deaf-period.js';
import type { TestService } from '../fixtures/records/test-service.js';

/** So many devices are up: the service is deaf after 15 s. */
export const UP = 100;
/** Shorter than that. */
const STEP_S = 12;
const INTERVAL_S = 60;

/** Other devices of the installation, whose heartbeats only count, and the worker's watch over them. */
export class DeafPeriodFixture {
  private memory: WatchMemory = newMemory();

  constructor(
    readonly service: TestService,
    /** How many devices of each organisation are up. */
    readonly up: Map<number, number> = new Map([[0, UP]]),
  ) {}

  /** A process that begins to watch. */
  restartWatch(): void {
    this.memory = newMemory();
  }

  async watch(): Promise<void> {
    const { deps } = this.service;
    await watchHeartbeats(
      {
        ...deps,
        devicesUp: () => Promise.resolve(this.up),
        countOffered: (...query) => deps.stores.upgrades.countOffered(...query),
      },
      this.memory,
    );
  }

  /** The other devices are heard for this long. */
  async heard(seconds: number, each: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await this.heardBy([[this.service.deps.heartbeatCounter, UP]], seconds, each);
  }

  /** So many devices are heard by each of these processes, for this long. */
  async heardBy(
    processes: readonly (readonly [HeartbeatCounter, number])[],
    seconds: number,
    each: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const { clock } = this.service;
    for (let passed = 0; passed < seconds; passed += STEP_S) {
      clock.advance(Math.min(STEP_S, seconds - passed));
      const beat = { at: clock.now() };
      for (const [counter, devices] of processes) {
        counter.stored(Array.from({ length: Math.ceil((devices * STEP_S) / INTERVAL_S) }, () => beat));
        await counter.flush();
      }
      await each();
      await this.watch();
    }
  }

  /** No device is heard for this long; the worker watches, unless the store is away as well. */
  async outage(seconds: number, { isStoreAway = false, each = () => Promise.resolve() } = {}): Promise<void> {
    const { clock } = this.service;
    for (let passed = 0; passed < seconds; passed += STEP_S) {
      clock.advance(Math.min(STEP_S, seconds - passed));
      if (isStoreAway) continue;
      await this.watch();
      await each();
    }
  }

  announce(): Promise<boolean> {
    return announceDeafPeriods(this.service.deps);
  }

  periods(): Promise<DeafPeriodRecord[]> {
    return this.service.deps.mongo.models.deafPeriods.find().sort({ from: 1 }).lean();
  }

  /** Forgets all periods and counts, for the next test. */
  async clear(): Promise<void> {
    const { deafPeriods, deafWatch, heartbeatCounts } = this.service.deps.mongo.models;
    await this.service.deps.heartbeatCounter.flush();
    for (const { collection } of [deafPeriods, deafWatch, heartbeatCounts]) await collection.deleteMany({});
    this.restartWatch();
    await this.heard(STEP_S);
  }
}
