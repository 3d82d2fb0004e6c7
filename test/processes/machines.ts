import { makeDevices, type TestDevice } from '../fixtures/records/device.js';
import { startApiProcess, type ApiProcess } from './api-process.js';
import { Balancer } from './balancer.js';
import { RealClock } from '../fixtures/clock.js';
import type { OwnProcess } from './own-process.js';
import { TestService } from '../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { startWorkerProcess } from './worker-process.js';

const OF_EACH = 3;

/** Three APIs behind one address and three workers, each in its own process, with an organisation's devices. */
export class Machines {
  readonly apis: ApiProcess[] = [];
  readonly workers: OwnProcess[] = [];

  private constructor(
    readonly service: TestService,
    readonly balancer: Balancer,
    readonly fixture: UpgradeFixture,
    readonly devices: readonly TestDevice[],
  ) {}

  /** @param env additional variables of all processes */
  static async open(env: Record<string, string>, devices: number): Promise<Machines> {
    const service = await TestService.open(env, new RealClock());
    const fixture = await service.fixture();
    const made = await makeDevices(service.deps, fixture.org, devices, () => ({ part: fixture.part }));
    const machines = new Machines(service, await Balancer.open(), fixture, made);
    await Promise.all(Array.from({ length: OF_EACH }, () => machines.startApi()));
    await Promise.all(Array.from({ length: OF_EACH }, () => machines.startWorker()));
    return machines;
  }

  /** Starts another API and waits until it receives requests. */
  async startApi(): Promise<void> {
    const api = await startApiProcess(this.service.env);
    this.apis.push(api);
    await this.balancer.add(api.url);
  }

  /** Starts another worker and waits until it is up. */
  async startWorker(): Promise<void> {
    const worker = startWorkerProcess({ ...this.service.env, LOG_LEVEL: 'info' });
    this.workers.push(worker);
    await worker.says('Worker takes jobs');
  }

  async close(): Promise<void> {
    await this.balancer.close();
    for (const process of [...this.apis, ...this.workers]) await process.kill();
    await this.service.close();
  }
}
