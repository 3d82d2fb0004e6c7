import { sharedApi, type TestApi } from '../fixtures/api.js';
import { eventually } from '../fixtures/eventually.js';
import { watchSecret } from '../fixtures/log-watch.js';
import { makeDevice, type TestDevice } from '../fixtures/records/device.js';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { AgentBox, type AgentRun, type BoxOptions } from './agent-box.js';
import { Front } from './front.js';

export interface ManagedOptions extends BoxOptions {
  readonly tls?: boolean;
}

const SSID = { ssid_name: 'Lobby', security_mode: '2', wpa_key: 'room-service-only' };

/** An agent whose device is in the inventory of a real API. */
export class ManagedAgent {
  #names = 0;

  private constructor(
    readonly api: TestApi,
    readonly fixture: UpgradeFixture,
    readonly device: TestDevice,
    readonly front: Front,
    readonly box: AgentBox,
  ) {}

  static async make(options: ManagedOptions = {}): Promise<ManagedAgent> {
    const api = await sharedApi();
    const fixture = await upgradeFixture(api);
    // The only device would keep what it runs while another edit is held.
    const body = { configuration: { canary: false } };
    const set = await fixture.call('PATCH', `/v1/networks/${fixture.network._id}`, { body });
    if (set.status !== 200) throw new Error(`Canaries were not turned off: ${set.text}`);
    const device = await makeDevice(api.deps, fixture.org, { part: fixture.part, network: fixture.network });
    const front = await Front.open(api.url, { tls: options.tls ?? false });
    const settings = { URL: front.url, MAC: device.macId, ...options.settings };
    const box = await AgentBox.make({ ...options, settings });
    await box.writeKey(device.deviceKey);
    watchSecret(device.deviceKey);
    const agent = new ManagedAgent(api, fixture, device, front, box);
    await agent.#offered();
    return agent;
  }

  /** Repeats the device's report until the API offers a document: it learns of an edit within two seconds. */
  async #offered(): Promise<void> {
    const { macId, deviceKey } = this.device;
    const configuration = this.front.report() ?? { revision: null };
    await eventually('the API offers a document', async () => {
      const reply = await this.api.call('POST', '/device/v1/heartbeat', {
        headers: { Authorization: `Bearer ${deviceKey}` },
        body: { mac_id: macId, firmware_version: '1.0', configuration },
      });
      return (reply.body as { configuration: { fetch: boolean } }).configuration.fetch;
    });
  }

  /** Creates an SSID in the device's network and returns its id. */
  async addSsid(fields: Readonly<Record<string, unknown>> = {}): Promise<number> {
    const body = { network_id: this.fixture.network._id, network_ssid: { ...SSID, ...fields } };
    const reply = await this.fixture.call('POST', '/v1/network_ssids', { body });
    if (reply.status !== 200) throw new Error(`No SSID was created: ${reply.text}`);
    return (reply.body as { data: { id: number } }).data.id;
  }

  async changeSsid(id: number, network_ssid: Readonly<Record<string, unknown>>): Promise<void> {
    const reply = await this.fixture.call('PUT', `/v1/network_ssids/${id}`, { body: { network_ssid } });
    if (reply.status !== 200) throw new Error(`The SSID was not changed: ${reply.text}`);
  }

  /** Renames the device, and waits until its next heartbeat is offered a document with all earlier edits. */
  async renew(): Promise<void> {
    const body = { name: `Renamed ${(this.#names += 1)}` };
    const reply = await this.fixture.call('PATCH', `/v1/devices/${this.device._id}`, { body });
    if (reply.status !== 200) throw new Error(`The device was not renamed: ${reply.text}`);
    await this.#offered();
  }

  /** The service's view of the configuration. */
  async shown(): Promise<Record<string, unknown>> {
    const reply = await this.fixture.call('GET', `/v1/devices/${this.device._id}/configuration`);
    if (reply.status !== 200) throw new Error(`The configuration is not shown: ${reply.text}`);
    return (reply.body as { data: { configuration: Record<string, unknown> } }).data.configuration;
  }

  once(env?: Readonly<Record<string, string>>): Promise<AgentRun> {
    return this.box.once(env);
  }

  /** The revision that the agent's state says to be in force. */
  async current(): Promise<string | null> {
    return (await this.box.read('state/current'))?.trim() ?? null;
  }

  async close(): Promise<void> {
    await this.front.close();
  }
}
