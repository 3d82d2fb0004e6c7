import { AgentBox, type AgentRun, type BoxOptions } from './agent-box.js';
import { makeServiceSide, ManagedDevice, type ServiceSide } from './managed-device.js';

export interface ManagedOptions extends BoxOptions {
  readonly tls?: boolean;
}

/** An agent whose device is in the inventory of a real API. */
export class ManagedAgent extends ManagedDevice {
  private constructor(
    side: ServiceSide,
    readonly box: AgentBox,
  ) {
    super(side);
  }

  static async make(options: ManagedOptions = {}): Promise<ManagedAgent> {
    const side = await makeServiceSide({ tls: options.tls ?? false });
    const settings = { URL: side.front.url, MAC: side.device.macId, ...options.settings };
    const box = await AgentBox.make({ ...options, settings });
    await box.writeKey(side.device.deviceKey);
    const agent = new ManagedAgent(side, box);
    await agent.offered();
    return agent;
  }

  once(env?: Readonly<Record<string, string>>): Promise<AgentRun> {
    return this.box.once(env);
  }

  /** The revision that the agent's state says to be in force. */
  async current(): Promise<string | null> {
    return (await this.box.read('state/current'))?.trim() ?? null;
  }
}
