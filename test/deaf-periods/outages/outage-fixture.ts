import { Balancer } from '../../processes/balancer.js';
import { listeningApiProcess, startApiProcess, type ApiProcess } from '../../processes/api-process.js';
import { OwnMongo } from '../../processes/own-mongo.js';
import type { OwnProcess } from '../../processes/own-process.js';
import { Relay } from '../../processes/relay.js';
import { startWorkerProcess } from '../../processes/worker-process.js';
import { RealClock } from '../../fixtures/clock.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { ConnectedGateway } from './connected-gateway.js';

export const DOWN_AFTER_S = 9;
/**
 * Short, in proportion; one try, so that a failed download fails the upgrade. Devices send a heartbeat a second, twice as
 * many as are due: on a busy machine fewer arrive, which is no loss.
 */
const SETTINGS = {
  HEARTBEAT_INTERVAL_S: '2',
  DEAF_AFTER_S: '2',
  DOWN_AFTER_S: String(DOWN_AFTER_S),
  UPGRADE_SOAK_S: '45',
  UPGRADE_STEP_TIMEOUT_S: '10',
  UPGRADE_MAX_ATTEMPTS: '1',
  SWEEP_INTERVAL_S: '1',
  RATE_LIMIT_PER_MINUTE: '0',
};
const FAULTY = 'faulty';
/**
 * Two APIs behind a balancer and a proxy, and a worker, each in its own process, on a MongoDB of their own, and a gateway if
 * one is wanted. The writes of heartbeats of one API can be made to fail.
 */
export class OutageFixture {
  private constructor(
    readonly mongo: OwnMongo,
    readonly service: TestService,
    readonly balancer: Balancer,
    readonly proxy: Relay,
    private readonly worker: OwnProcess,
    private readonly gateway: ConnectedGateway | null,
    /** The writes of heartbeats of the second can be made to fail. */
    readonly apis: ApiProcess[],
  ) {}

  /** @param hasGateway whether a gateway hears a few devices */
  static async open(hasGateway = false): Promise<OutageFixture> {
    const mongo = await OwnMongo.start();
    const service = await TestService.open(SETTINGS, new RealClock(), mongo.uri);
    const worker = startWorkerProcess({ ...service.env, LOG_LEVEL: 'info' });
    const apis = await Promise.all([0, 1].map((index) => startApiProcess(envOf(service, index))));
    await worker.says('Worker takes jobs');
    const gateway = hasGateway ? await ConnectedGateway.open(service) : null;
    const balancer = await Balancer.open();
    for (const { url } of apis) await balancer.add(url);
    const proxy = await new Relay(new URL(balancer.url)).up();
    return new OutageFixture(mongo, service, balancer, proxy, worker, gateway, apis);
  }

  /** The address of the service. */
  get url(): string {
    return new URL(this.proxy.url).origin;
  }

  async kill(index: number): Promise<void> {
    await this.apis[index]?.kill();
  }

  /** Starts an API at the address of one that was killed. */
  async restart(index: number): Promise<void> {
    const { port: PORT } = new URL(this.apis[index]?.url ?? '');
    this.apis[index] = await listeningApiProcess({ ...envOf(this.service, index), PORT });
  }

  /** Makes the second API answer 5xx to heartbeats, because the store refuses them. */
  async failWrites(isFailing: boolean): Promise<void> {
    const { connection } = this.service.deps.mongo;
    const namespace = `${connection.name}.device_states`;
    const data = { failCommands: ['update'], appName: FAULTY, namespace, errorCode: 50 };
    await connection
      .getClient()
      .db('admin')
      .command({
        configureFailPoint: 'failCommand',
        ...(isFailing ? { mode: 'alwaysOn', data } : { mode: 'off' }),
      });
  }

  async close(): Promise<void> {
    await this.proxy.down();
    await this.balancer.close();
    await this.gateway?.close();
    for (const process of [this.worker, ...this.apis]) await process.kill();
    await this.service.close();
    await this.mongo.close();
  }
}

function envOf({ env }: TestService, index: number): Record<string, string> {
  const uri = new URL(env['MONGODB_URI'] ?? '');
  if (index === 1) uri.searchParams.set('appName', FAULTY);
  return { ...env, MONGODB_URI: uri.href };
}
