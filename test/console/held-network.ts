import { expect } from 'chai';
import type { BrowserService } from '../browser/browser-service.js';
import { ConfiguredDevice } from '../configuration/http/configured-device.js';
import { eventually } from '../fixtures/eventually.js';
import { makeSsid, shownSsid } from '../fixtures/records/ssid.js';

interface HeldBody {
  readonly data: { readonly configuration: { readonly held: { readonly reason: string } | null } };
}

/** A network with SSIDs and one device, which runs their first settings and refuses edits. */
export class HeldNetwork {
  private runs = '';
  private attempts = 0;

  private constructor(
    private readonly service: BrowserService,
    /** The canary of every edit. */
    readonly canary: ConfiguredDevice,
    /** The SSIDs, in the order of their names. */
    readonly ssids: readonly number[],
  ) {}

  /** @param names of its SSIDs */
  static async open(service: BrowserService, names: readonly string[]): Promise<HeldNetwork> {
    const { api, fixture } = service;
    // Other tests' devices with the same ids count towards the same limit of fetches.
    await api.deps.stores.ids.reserve('devices', 30_000);
    const device = await fixture.device({ network: fixture.network, name: 'Roof' });
    const canary = new ConfiguredDevice(service, device);
    const ssids: number[] = [];
    const network = new HeldNetwork(service, canary, ssids);
    await network.setCanary(false);
    for (const ssid_name of names) ssids.push(await makeSsid(api, fixture, { ssid_name }));
    await network.setCanary(true);
    ({ revision: network.runs } = await canary.document());
    await canary.report(network.runs);
    return network;
  }

  private async setCanary(canary: boolean): Promise<void> {
    const { fixture } = this.service;
    const body = { configuration: { canary } };
    const { status, text } = await fixture.call('PATCH', `/v1/networks/${fixture.network._id}`, { body });
    expect(status, text).to.equal(200);
  }

  async edit(ssid: number, network_ssid: object): Promise<void> {
    const edited = await this.service.fixture.call('PUT', `/v1/network_ssids/${ssid}`, {
      body: { network_ssid },
    });
    expect(edited.status, edited.text).to.equal(200);
  }

  /** The canary gets the last edit and cannot apply it. */
  async refuse(): Promise<void> {
    const { canary, runs } = this;
    await eventually('the change is held', async () => {
      const fetched = (await canary.report(runs)).fetch ? await canary.fetch() : null;
      if (fetched?.status === 200) {
        const { revision: attempted } = fetched.body as { revision: string };
        const error = { code: 'apply', message: 'no radio' };
        this.attempts += 1;
        await canary.report(runs, { state: 'failed', attempted, attempt: this.attempts, error });
      }
      return (await this.held()) !== null;
    });
  }

  async held(): Promise<object | null> {
    const { fixture } = this.service;
    const { body } = await fixture.call('GET', `/v1/networks/${fixture.network._id}/configuration`);
    return (body as HeldBody).data.configuration.held;
  }

  shown(ssid: number): Promise<Record<string, unknown>> {
    return shownSsid(this.service.api, this.service.fixture.admin.token, ssid);
  }
}
