import { listeningApiProcess, startApiProcess, type ApiProcess } from './api-process.js';
import { RealClock } from '../fixtures/clock.js';
import { TestService } from '../fixtures/records/test-service.js';
import type { OwnProcess } from './own-process.js';
import { startWorkerProcess } from './worker-process.js';

/** Short times, and limits turned on, so that requests use Redis as in production. */
const SETTINGS = { SWEEP_INTERVAL_S: '2', UPGRADE_SOAK_S: '1', RATE_LIMIT_PER_MINUTE: '1000000' };
const WORKERS = 2;

/**
 * An API and two workers in their own processes, on stores that a test may make fail, with access to their database.
 */
export class ServiceProcesses {
  private constructor(
    readonly inside: TestService,
    private api: ApiProcess,
    private workers: readonly OwnProcess[],
  ) {}

  /** Starts the processes on these stores; without a MongoDB, on a new database of the run's MongoDB. */
  static async open(stores: { redisUrl?: string; mongodbUri?: string }): Promise<ServiceProcesses> {
    const redis = stores.redisUrl === undefined ? {} : { REDIS_URL: stores.redisUrl };
    const inside = await TestService.open(
      { ...SETTINGS, ...redis },
      new RealClock(),
      ...(stores.mongodbUri === undefined ? [] : [stores.mongodbUri]),
    );
    return new ServiceProcesses(inside, await startApiProcess(inside.env), startWorkers(inside));
  }

  get url(): string {
    return this.api.url;
  }

  /** Whether every process reports that it is ready. */
  async isReady(): Promise<boolean> {
    const started = await Promise.all(this.workers.map((worker) => worker.says('Worker takes jobs')));
    const urls = [this.url, ...started.map((line) => String(line['probes']))];
    const answers = await Promise.all(urls.map((url) => fetch(`${url}/readyz`).catch(() => null)));
    return answers.every((answer) => answer?.status === 200);
  }

  /** Kills all processes and starts new ones, the API at the same address; the stores may be down. */
  async restart(): Promise<void> {
    const { port: PORT } = new URL(this.url);
    await this.kill();
    this.workers = startWorkers(this.inside);
    this.api = await listeningApiProcess({ ...this.inside.env, PORT });
  }

  async close(): Promise<void> {
    await this.kill();
    await this.inside.close();
  }

  private async kill(): Promise<void> {
    await Promise.all([this.api, ...this.workers].map((process) => process.kill()));
  }
}

function startWorkers(inside: TestService): OwnProcess[] {
  return Array.from({ length: WORKERS }, () => startWorkerProcess({ ...inside.env, LOG_LEVEL: 'info' }));
}
