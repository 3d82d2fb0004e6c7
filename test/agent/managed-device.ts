import { sharedApi, type TestApi } from '../fixtures/api.js';
import { eventually } from '../fixtures/eventually.js';
import { watchSecret } from '../fixtures/log-watch.js';
import { makeDevice, type TestDevice } from '../fixtures/records/device.js';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';
import { Front } from './front.js';

/** A device in the inventory of a real API, and the network between the two. */
export interface ServiceSide {
  readonly api: TestApi;
  readonly fixture: UpgradeFixture;
  readonly device: TestDevice;
  readonly front: Front;
}

const SSID = { ssid_name: 'Lobby', security_mode: '2', wpa_key: 'room-service-only' };

/** Creates a device, by default in a network of its own. */
export async function makeServiceSide(
  options: { readonly tls?: boolean; readonly fixture?: UpgradeFixture } = {},
): Promise<ServiceSide> {
  const api = await sharedApi();
  const fixture = options.fixture ?? (await withoutCanaries(api));
  const device = await makeDevice(api.deps, fixture.org, { part: fixture.part, network: fixture.network });
  watchSecret(device.deviceKey);
  return { api, fixture, device, front: await Front.open(api.url, options) };
}

/** A network whose edits are not tested by canaries: its only device would keep what it runs while an edit is held. */
async function withoutCanaries(api: TestApi): Promise<UpgradeFixture> {
  const fixture = await upgradeFixture(api);
  await setConfiguration(fixture, { canary: false });
  return fixture;
}

/** Changes settings of the network's configuration. */
export async function setConfiguration(fixture: UpgradeFixture, configuration: object): Promise<void> {
  const body = { configuration };
  const reply = await fixture.call('PATCH', `/v1/networks/${fixture.network._id}`, { body });
  if (reply.status !== 200) throw new Error(`The settings were not changed: ${reply.text}`);
}

/** A device that an agent manages, and the SSIDs of its network. */
export class ManagedDevice implements ServiceSide {
  readonly api: TestApi;
  readonly fixture: UpgradeFixture;
  readonly device: TestDevice;
  readonly front: Front;
  #names = 0;

  protected constructor({ api, fixture, device, front }: ServiceSide) {
    this.api = api;
    this.fixture = fixture;
    this.device = device;
    this.front = front;
  }

  /** Repeats the device's report until the API offers a document: it learns of an edit within two seconds. */
  async offered(): Promise<void> {
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
    await this.offered();
  }

  /** Changes stored fields of an SSID as no request can, and gives the device a document with them. */
  async storeSsid(id: number, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const { networkSsids } = this.api.deps.mongo.models;
    const settings = Object.entries(fields).map(([name, value]) => [`settings.${name}`, value]);
    await networkSsids.updateOne({ _id: id }, { $set: Object.fromEntries(settings) as object });
    // Another value than stories set, so that it is a change.
    await this.changeSsid(id, { default_interim_time: 1000 + (this.#names += 1) });
    await this.renew();
  }

  /** What the latest heartbeat says to be left out of SSIDs. */
  leftOut(): readonly Record<string, unknown>[] {
    return this.#allLeftOut().filter(({ ssid_id: id }) => id !== 0);
  }

  /** What it says that radios cannot do. */
  radiosLack(): readonly Record<string, unknown>[] {
    return this.#allLeftOut().filter(({ ssid_id: id, field }) => id === 0 && field !== undefined);
  }

  #allLeftOut(): readonly Record<string, unknown>[] {
    return (this.front.report()?.['left_out'] ?? []) as readonly Record<string, unknown>[];
  }

  /** Changes settings of the network's radios. */
  async setRadio(radio: object): Promise<void> {
    const body = { radio };
    const reply = await this.fixture.call('PATCH', `/v1/networks/${this.fixture.network._id}`, { body });
    if (reply.status !== 200) throw new Error(`The radios were not changed: ${reply.text}`);
  }

  /** The service's view of the configuration. */
  async shown(): Promise<Record<string, unknown>> {
    const reply = await this.fixture.call('GET', `/v1/devices/${this.device._id}/configuration`);
    if (reply.status !== 200) throw new Error(`The configuration is not shown: ${reply.text}`);
    return (reply.body as { data: { configuration: Record<string, unknown> } }).data.configuration;
  }

  async close(): Promise<void> {
    await this.front.close();
  }
}
