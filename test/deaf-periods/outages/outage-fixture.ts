import { Balancer } from '../../processes/balancer.js';
import { listeningApiProcess, startApiProcess, type ApiProcess } from '../../processes/api-process.js';
import { OwnMongo } from '../../processes/own-mongo.js';
import type { OwnProcess } from '../../processes/own-process.js';
import { Relay } from '../../processes/relay.js';
import { GatewayProcess } from '../../processes/gateway-process.js';
import { startWorkerProcess } from '../../processes/worker-process.js';
import { RealClock } from '../../fixtures/clock.js';
import { eventually } from '../../fixtures/eventually.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { LivingDevice } from '../../ucentral/gateway/living-device.js';
import { UcentralSite } from '../../ucentral/gateway/ucentral-site.js';

export const DOWN_AFTER_S = 6;
/**
 * Short, in proportion; one try, so that a failed download fails the upgrade. Devices send a heartbeat a second, twice as
 * many as are due: on a busy machine fewer arrive, which is no loss.
 */
const SETTINGS = {
  HEARTBEAT_INTERVAL_S: '2',
  DEAF_AFTER_S: '2',
  DOWN_AFTER_S: String(DOWN_AFTER_S),
  UPGRADE_SOAK_S: '40',
  UPGRADE_STEP_TIMEOUT_S: '10',
  UPGRADE_MAX_ATTEMPTS: '1',
  SWEEP_INTERVAL_S: '1',
  RATE_LIMIT_PER_MINUTE: '0',
};
const FAULTY = 'faulty';
/** A few devices speak uCentral. While the gateway hears only them, the service does not hear its devices. */
const CONNECTED = 3;

/**
 * Two APIs behind a balancer and a proxy, a gateway to which a few devices are connected, and a worker, each in its own
 * process, on a MongoDB of their own. The writes of heartbeats of one API can be made to fail.
 */
export class OutageFixture {
  private constructor(
    readonly mongo: OwnMongo,
    private readonly site: UcentralSite,
    private readonly connected: readonly LivingDevice[],
    readonly balancer: Balancer,
    readonly proxy: Relay,
    private readonly worker: OwnProcess,
    private readonly gateway: GatewayProcess,
    /** The writes of heartbeats of the second can be made to fail. */
    readonly apis: ApiProcess[],
  ) {}

  static async open(): Promise<OutageFixture> {
    const mongo = await OwnMongo.start();
    const service = await TestService.open(SETTINGS, new RealClock(), mongo.uri);
    const worker = startWorkerProcess({ ...service.env, LOG_LEVEL: 'info' });
    const apis = await Promise.all([0, 1].map((index) => startApiProcess(envOf(service, index))));
    await worker.says('Worker takes jobs');
    const site = await UcentralSite.of(service);
    const gateway = await GatewayProcess.start(site.settings());
    const connected = await Promise.all(
      Array.from({ length: CONNECTED }, async () => LivingDevice.make(site, await site.device())),
    );
    for (const living of connected) living.follow([gateway]);
    await eventually('the gateway hears its devices', async () => {
      const ids = connected.map(({ device }) => device._id);
      const heard = { _id: { $in: ids }, lastHeartbeatAt: { $ne: null } };
      return (await service.deps.mongo.models.deviceStates.countDocuments(heard)) === CONNECTED;
    });
    const balancer = await Balancer.open();
    for (const { url } of apis) await balancer.add(url);
    const proxy = await new Relay(new URL(balancer.url)).up();
    return new OutageFixture(mongo, site, connected, balancer, proxy, worker, gateway, apis);
  }

  get service(): TestService {
    return this.site.service;
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
    for (const living of this.connected) living.stop();
    for (const process of [this.worker, this.gateway, ...this.apis]) await process.kill();
    await this.site.close();
    await this.mongo.close();
  }
}

function envOf({ env }: TestService, index: number): Record<string, string> {
  const uri = new URL(env['MONGODB_URI'] ?? '');
  if (index === 1) uri.searchParams.set('appName', FAULTY);
  return { ...env, MONGODB_URI: uri.href };
}
