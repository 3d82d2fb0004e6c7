import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { AGENT_DEVICE_ID } from '../../dev/demo/demo-devices.js';
import { AGENT_NETWORK_ID } from '../../dev/demo/demo-fleet.js';
import { DEMO_TOKEN } from '../../dev/demo/demo-organisations.js';
import { eventually } from '../fixtures/eventually.js';

interface ShownNetwork {
  readonly seq: number;
  readonly parts: readonly { readonly device_id: number; readonly passed_at: string | null }[];
  readonly held: { readonly reason: string; readonly code: string } | null;
  readonly undo: {
    readonly ssids: readonly { readonly ssid_id: number; readonly network_ssid: object }[];
    readonly by_hand: readonly object[];
  } | null;
}

interface ShownDevice {
  readonly id: number;
  readonly state: string;
  readonly report: {
    readonly revision: string | null;
    readonly left_out: readonly { readonly feature: string }[];
  };
  /** The network and its sequence come first. Null before the first fetch. */
  readonly rendered: { readonly key: readonly number[]; readonly revision: string } | null;
}

const SOAK_S = 3;
const isPortal = ({ feature }: { readonly feature: string }): boolean => feature === 'portal';
const PAUSE_MS = 1000;

/** The network of the demo whose access point the agent plays, by the public API. */
export class DemoConfigurationFixture {
  private constructor(
    private readonly url: string,
    private readonly conf: string,
  ) {}

  /** Shortens the tests of edits, and waits until every device runs its configuration. */
  static async begin(url: string, dataDir: string): Promise<DemoConfigurationFixture> {
    const fixture = new DemoConfigurationFixture(url, join(dataDir, 'demo/agent/radios/radio0.conf'));
    await fixture.call('PATCH', `/v1/networks/${AGENT_NETWORK_ID}`, { configuration: { soak_s: SOAK_S } });
    await fixture.settled();
    return fixture;
  }

  /** The most clients that hostapd would accept on the agent's access point. */
  async mostClients(): Promise<string | undefined> {
    return /^max_num_sta=(.*)$/m.exec(await readFile(this.conf, 'utf8'))?.[1];
  }

  /** Waits until the last edit has passed on the agent and the other canaries, and all run it; the revisions by device. */
  async everyoneApplies(): Promise<Map<number, string | null>> {
    const devices = await this.settled();
    await eventually('every canary has passed', async () => {
      const { parts } = await this.network();
      const isTested = parts.some(({ device_id }) => device_id === AGENT_DEVICE_ID);
      return isTested && parts.every(({ passed_at }) => passed_at !== null);
    });
    expect(devices.length).to.be.above((await this.network()).parts.length);
    return new Map(devices.map(({ id, report }) => [id, report.revision]));
  }

  /** Waits until the last edit is held because a canary leaves an SSID out, and no other device runs it. */
  async onlyCanariesLeaveOut(applied: ReadonlyMap<number, string | null>): Promise<void> {
    await eventually('the edit is held', async () => (await this.network()).held !== null);
    const { seq, held, parts } = await this.network();
    expect(held).to.include({ reason: 'canary', code: 'left_out' });
    const canaries = parts.map(({ device_id }) => device_id);
    await eventually('the canaries that have fetched it have left the SSID out', async () => {
      // An SSID is not in the document of a switch: it stays the same, so that the switches pass.
      const changed = (await this.devices()).filter(
        ({ id, rendered }) => rendered?.key[1] === seq && rendered.revision !== applied.get(id),
      );
      expect(canaries).to.include.members(changed.map(({ id }) => id));
      return changed.length > 0 && changed.every(({ report }) => report.left_out.some(isPortal));
    });
    for (const { id, report } of await this.devices())
      if (!canaries.includes(id)) expect(report.revision).to.equal(applied.get(id));
  }

  /** Sends what the console sends to undo the edit. */
  async undo(): Promise<void> {
    const { undo } = await this.network();
    expect(undo?.by_hand).to.deep.equal([]);
    expect(undo?.ssids).to.have.length(1);
    for (const { ssid_id, network_ssid } of undo?.ssids ?? [])
      await this.call('PATCH', `/v1/network_ssids/${ssid_id}`, { network_ssid });
  }

  private async call(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { Authorization: `Bearer ${DEMO_TOKEN}`, 'Content-Type': 'application/json' };
    const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const reply = await fetch(`${this.url}${path}`, sent);
    const text = await reply.text();
    expect(reply.status, text).to.equal(200);
    return (JSON.parse(text) as { data: unknown }).data;
  }

  private async network(): Promise<ShownNetwork> {
    const shown = await this.call('GET', `/v1/networks/${AGENT_NETWORK_ID}/configuration`);
    return (shown as { configuration: ShownNetwork }).configuration;
  }

  /** Waits before it reads every device, so that it may be repeated: a token has a limit of requests. */
  private async devices(): Promise<ShownDevice[]> {
    await wait(PAUSE_MS);
    const listed = await this.call('GET', `/v1/devices?network_id=${AGENT_NETWORK_ID}&per_page=50`);
    const { devices } = listed as { devices: readonly { readonly id: number }[] };
    return Promise.all(
      devices.map(async ({ id }) => {
        const shown = await this.call('GET', `/v1/devices/${id}/configuration`);
        return { id, ...(shown as { configuration: Omit<ShownDevice, 'id'> }).configuration };
      }),
    );
  }

  /** Waits until every device runs the settings of now. */
  private async settled(): Promise<ShownDevice[]> {
    let devices: ShownDevice[] = [];
    await eventually('every device runs the settings of now', async () => {
      const { seq } = await this.network();
      devices = await this.devices();
      return devices.every(({ state, rendered }) => state === 'in_sync' && rendered?.key[1] === seq);
    });
    return devices;
  }
}
