import { eventually } from '../../fixtures/eventually.js';
import type { TestService } from '../../fixtures/records/test-service.js';
import { GatewayProcess } from '../../processes/gateway-process.js';
import { LivingDevice } from '../../ucentral/gateway/living-device.js';
import { UcentralSite } from '../../ucentral/gateway/ucentral-site.js';

const CONNECTED = 3;

/** A gateway in a process of its own, to which a few devices of another organisation are connected. */
export class ConnectedGateway {
  private constructor(
    private readonly site: UcentralSite,
    private readonly gateway: GatewayProcess,
    private readonly connected: readonly LivingDevice[],
  ) {}

  /** Resolves when the service has heard the devices. */
  static async open(service: TestService): Promise<ConnectedGateway> {
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
    return new ConnectedGateway(site, gateway, connected);
  }

  async close(): Promise<void> {
    for (const living of this.connected) living.stop();
    await this.gateway.kill();
    await this.site.forget();
  }
}
