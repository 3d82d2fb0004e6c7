import { randomUUID } from 'node:crypto';
import { migrate } from '../../shared/migrations/migrate.js';
import { releaseSchedule } from './release-schedule.js';
import { sweep, type SweepFindings } from '../../shared/operations/sweep/sweep.js';
import type { ApiDeps } from '../../api/deps.js';
import type { Reach } from '../../shared/domain/steps.js';
import type { ScheduleRecord } from '../../shared/models/schedule.js';
import type { UpgradeRecord } from '../../shared/models/upgrade.js';
import { startTestApi, type Client, type Reply, type TestApi } from './api.js';
import { TestClock } from './clock.js';
import type { TestDevice } from './factories/device.js';
import { scratchDatabase } from './scratch-database.js';
import { dropIndexOfRun } from './unprotected/drop-index.js';
import { upgradeWorld, type UpgradeWorld } from './upgrade-world.js';

export interface Order {
  readonly id: number;
  readonly version: string;
  readonly url: string;
  readonly save_prev_config: boolean;
}

/** What a device says besides its MAC. */
export interface Said {
  readonly firmware_version?: string;
  readonly uptime_s?: number;
  readonly upgrade?: { id: number; state: string; progress?: number; message?: string };
}

/** An API on a database and a queue of its own, with a clock, a chance and steps that only the test moves. */
export class UpgradeStage {
  /** What `random` gives: the jitter of retries. */
  chance = 0;
  /** What happens at every step of the operations that the API and {@link deps} run. */
  reach: Reach = () => undefined;

  private constructor(
    readonly api: TestApi,
    readonly clock: TestClock,
    readonly env: Readonly<Record<string, string>>,
    private readonly drop: () => Promise<void>,
  ) {}

  /** @param server a MongoDB of the test's own; without it that of the run */
  static async open(
    env: Record<string, string> = {},
    clock = new TestClock(),
    server?: string,
  ): Promise<UpgradeStage> {
    const scratch = await scratchDatabase(server);
    const settings = {
      MONGODB_URI: scratch.uri,
      QUEUE_PREFIX: `{test-${randomUUID().slice(0, 8)}}`,
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      WORKER_PORT: '0',
      ...env,
    };
    try {
      await migrate(scratch.mongo.models, () => undefined);
      const api = await startTestApi({
        env: settings,
        now: clock.now,
        random: () => stage.chance,
        reach: (step) => stage.reach(step),
      });
      const stage: UpgradeStage = new UpgradeStage(api, clock, settings, () => scratch.drop());
      await stage.deps.indexesReady();
      await dropIndexOfRun(scratch.mongo.models);
      return stage;
    } catch (error) {
      await scratch.drop();
      throw error;
    }
  }

  get deps(): ApiDeps {
    return this.api.deps;
  }

  world(): Promise<UpgradeWorld> {
    return upgradeWorld(this.api);
  }

  /** A heartbeat over HTTP. */
  heartbeat(device: TestDevice, said: Said = {}, via: Client = this.api): Promise<Reply> {
    return via.call('POST', '/device/v1/heartbeat', {
      body: { mac_id: device.macId, firmware_version: device.firmwareVersion, ...said },
      headers: { Authorization: `Bearer ${device.deviceKey}` },
    });
  }

  /** What the device is told to do; the heartbeat must be taken. */
  async beat(device: TestDevice, said: Said = {}, via?: Client): Promise<Order | null> {
    const { status, body, text } = await this.heartbeat(device, said, via);
    if (status !== 200) throw new Error(`A heartbeat was answered with ${status}: ${text}`);
    return (body as { upgrade: Order | null }).upgrade;
  }

  /** Does what the worker does with the jobs of all schedules that are due. */
  async release(): Promise<void> {
    const due = await this.deps.stores.schedules.dueBefore(this.clock.now(), 1000);
    for (const schedule of due) await releaseSchedule(this.deps, schedule);
  }

  /** One sweep, of which no part may fail. */
  async sweep(): Promise<SweepFindings> {
    const { findings, failures } = await sweep(this.deps);
    if (failures.length > 0) throw new AggregateError(failures, 'The sweep failed');
    return findings;
  }

  /** All upgrades of the device, oldest first. */
  upgrades(device: { readonly _id: number }): Promise<UpgradeRecord[]> {
    return this.deps.mongo.models.upgrades.find({ routerInventoryId: device._id }).sort({ _id: 1 }).lean();
  }

  /** The device's newest upgrade. */
  async latest(device: { readonly _id: number }): Promise<UpgradeRecord> {
    const last = (await this.upgrades(device)).at(-1);
    if (!last) throw new Error('The device has no upgrade');
    return last;
  }

  /** The newest schedule. */
  async schedule(): Promise<ScheduleRecord> {
    const found = await this.deps.mongo.models.schedules.findOne().sort({ _id: -1 }).lean();
    if (!found) throw new Error('There is no schedule');
    return found;
  }

  async close(): Promise<void> {
    for (const queue of this.deps.jobs.queues) await queue.obliterate({ force: true }).catch(() => undefined);
    await this.api.close();
    await this.drop();
  }
}
