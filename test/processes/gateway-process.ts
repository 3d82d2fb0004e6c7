import { OwnProcess } from './own-process.js';

/** A gateway in its own process. */
export class GatewayProcess extends OwnProcess {
  /** Where devices connect, and where its probes are, once it listens. */
  devicePort = 0;
  probesUrl = '';

  /** The process from its settings, when it listens. */
  static async start(env: Readonly<Record<string, string>>): Promise<GatewayProcess> {
    const gateway = new GatewayProcess('programs/gateway.js', {
      ...process.env,
      NODE_ENV: 'test',
      ...env,
      LOG_LEVEL: 'info',
    });
    const { port, probes } = await gateway.says('The gateway listens to devices');
    gateway.devicePort = Number(port);
    gateway.probesUrl = String(probes);
    return gateway;
  }

  /** The values of a metric by the value of its label, or under the empty text for one without. */
  async metric(name: string): Promise<ReadonlyMap<string, number>> {
    const text = await (await fetch(`${this.probesUrl}/metrics`)).text();
    const lines = text.matchAll(/^(\w+)(?:\{\w+="([^"]*)"\})? (\S+)$/gm);
    return new Map(
      [...lines].flatMap(([, of, label = '', value]) =>
        of === name ? [[label, Number(value)] as const] : [],
      ),
    );
  }
}
