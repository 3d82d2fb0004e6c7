import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { MAPPING_CASES } from '../../../dev/conformance/ucentral-cases.js';
import type { RunningGateway } from '../../../gateway/start-gateway.js';
import type { NetworkRecord } from '../../../shared/inventory/models/network.js';
import { toConfig } from '../../../shared/ucentral/domain/to-config.js';
import {
  issueDeviceCertificate,
  issueServerCertificate,
} from '../../../shared/ucentral/operations/issue-certificates.js';
import { eventually } from '../../fixtures/eventually.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { makeRelease } from '../../fixtures/records/firmware.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { makeSsid } from '../../fixtures/records/ssid.js';
import { UcentralSite, VALID } from '../gateway/ucentral-site.js';
import { VendorDevice, type Phy, type Phys } from './vendor-device.js';

const RADIOS: Phys = {
  'soc/a': { band: ['5G'], channels: [36, 40, 44, 48], htmode: ['HT20', 'VHT80', 'HE20', 'HE40', 'HE80'] },
  'soc/b': { band: ['2G'], channels: [1, 6, 11], htmode: ['HT20', 'HE20', 'HE40'] },
};
const PATIENCE_MS = 180_000;

/** What airfleet shows of a device. */
interface Shown {
  readonly state: string;
  readonly version: string;
  readonly uptime_s: number | null;
  readonly mem_free_kb: number | null;
  readonly wifi: { readonly clients: number; readonly radios: readonly object[] } | null;
}

/** What airfleet shows of its configuration. */
interface Configuration {
  readonly state: string;
  readonly reason: string | null;
  readonly since: string;
  readonly report: object | null;
  readonly left_out: readonly object[];
}

describe("TIP's programs on an access point", function () {
  let site: UcentralSite;
  let gateway: RunningGateway;
  let images: Server;
  let network: NetworkRecord;
  let record: TestDevice;
  let device: VendorDevice;
  let ssidId: number;

  before(async () => {
    site = await UcentralSite.open({ UPGRADE_MAX_ATTEMPTS: '1' });
    const { certificate: cert, key } = await issueServerCertificate(site.authority, '127.0.0.1', VALID);
    images = createServer({ cert, key }, (request, response) => {
      response.end(request.url?.endsWith('bad') === true ? 'nothing that boots' : 'image 1.12.0\n');
    });
    images.listen(0, '127.0.0.1');
    await once(images, 'listening');
    gateway = await site.start();
    network = await makeNetwork(site.service.deps, site.fixture.org);
    record = await site.device({ network, firmwareVersion: '1.9.0' });
    const issued = await issueDeviceCertificate(site.authority, record.macId, VALID);
    device = await VendorDevice.make(record.macId, RADIOS, issued, site.authority.certificate);
    await device.start(gateway.devicePort ?? 0, '1.9.0');
  });
  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    const lines = (await device.log()).split('\n').filter((line) => line !== '');
    process.stdout.write(`${lines.slice(-30).join('\n')}\n`);
  });
  after(async () => {
    await device.remove();
    images.close();
    await site.close();
  });

  const print = (what: string, value: unknown): void => {
    process.stdout.write(`      ${what}: ${JSON.stringify(value)}\n`);
  };

  async function get<Data>(path: string): Promise<Data> {
    const reply = await site.fixture.call('GET', path);
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: Data }).data;
  }

  const waitFor = <T>(what: string, ask: () => T | Promise<T>) => eventually(what, ask, PATIENCE_MS);

  /** The device as airfleet shows it, once it is as it should be. */
  async function shown(what: string, isSo: (device: Shown) => boolean): Promise<void> {
    const found = await waitFor(what, async () => {
      const now = (await get<{ device: Shown }>(`/v1/devices/${record._id}`)).device;
      return isSo(now) ? now : null;
    });
    const { state, version, uptime_s, mem_free_kb, wifi } = found;
    print('device', { state, version, uptime_s, mem_free_kb, wifi });
  }

  /** The configuration of the device as airfleet shows it, once it is in a state. */
  async function configured(state: string, since = ''): Promise<void> {
    const found = await waitFor(`its configuration is ${state}`, async () => {
      const { configuration } = await get<{ configuration: Configuration }>(
        `/v1/devices/${record._id}/configuration`,
      );
      return configuration.state === state && configuration.since > since ? configuration : null;
    });
    const { reason, report, left_out } = found;
    print('configuration', { state, reason, left_out, report });
  }

  /** The SSIDs in the UCI of the device. */
  async function ssids(): Promise<string[]> {
    const text = await device.run('cat /etc/config/wireless');
    return [...text.matchAll(/option ssid '([^']*)'/g)].map(([, ssid = '']) => ssid);
  }

  async function rename(ssid_name: string): Promise<string> {
    const reply = await site.fixture.call('PUT', `/v1/network_ssids/${ssidId}`, {
      body: { network_ssid: { ssid_name } },
    });
    expect(reply.status, reply.text).to.equal(200);
    return new Date().toISOString();
  }

  /** Upgrades the device to a release whose file is at a path of the server of images. */
  async function upgrade(version: string, path: string, end: string): Promise<void> {
    const { port } = images.address() as AddressInfo;
    const url = `https://127.0.0.1:${port}/${path}`;
    const { deps } = site.service;
    await makeRelease(deps, site.fixture.org, version, [], {
      urls: [{ partNumber: site.fixture.part._id, url }],
    });
    const aps = [`AP:${record._id}`];
    const reply = await site.fixture.post({ version, upgrade_type: 'manual', aps });
    expect(reply.status, reply.text).to.equal(200);
    await site.service.dispatch();
    const found = await waitFor(`the upgrade is ${end}`, async () => {
      const latest = await site.service.latest(record);
      return latest.status === end ? latest : null;
    });
    print('upgrade', {
      version: found.version,
      status: found.status,
      message: found.message,
      attempts: found.attempts,
    });
  }

  it('connects, and its state is in the heartbeats', async () => {
    await shown('it is heard', ({ state, uptime_s, mem_free_kb }) => {
      return state === 'up' && uptime_s !== null && mem_free_kb !== null;
    });
  });

  it('configure with result 0: the SSIDs of its network are in its UCI', async () => {
    ssidId = await makeSsid(
      site.fixture.api,
      { admin: site.fixture.admin, network },
      { ssid_name: 'Lobby', security_mode: '2', wpa_key: 'room-service-only' },
    );
    await waitFor('the SSID on both radios', async () => (await ssids()).join() === 'Lobby,Lobby');
    await configured('in_sync');
    await shown('its clients', ({ wifi }) => wifi?.clients === 2);
  });

  it('configure with result 1: what the radio that is left can do runs', async () => {
    await device.run('sed -i \'s/"5G"/"60G"/\' /etc/phys.json');
    const since = await rename('Bar');
    await waitFor('the SSID on the radio that is left', async () => (await ssids()).join() === 'Bar');
    await configured('in_sync', since);
    await device.run('cp /device/folder/phys.json /etc/phys.json');
  });

  it('configure with result 2: the edit is held, and what ran before is back', async () => {
    const template = '/usr/share/ucentral/templates/toplevel.uc';
    await device.run(`mv ${template} /etc/toplevel.uc`);
    const since = await rename('Spa');
    await waitFor('the refusal', async () => (await device.log()).includes('apply task returned'));
    await device.run(`mv /etc/toplevel.uc ${template}`);
    await configured('failed', since);
    await waitFor('the SSID that ran before', async () => (await ssids()).join() === 'Bar,Bar');
    await configured('in_sync', await rename('Roof'));
    expect(await ssids()).to.deep.equal(['Roof', 'Roof']);
  });

  it('reconnects after a loss of its process, and keeps its configuration', async () => {
    const before = (await device.log()).split('connection established').length;
    await device.run('kill -9 $(cat /tmp/client.pid)');
    await waitFor('a new connection', async () => {
      return (await device.log()).split('connection established').length > before;
    });
    await configured('in_sync');
    // The client applies its configuration when it starts.
    await waitFor('its SSIDs', async () => (await ssids()).join() === 'Roof,Roof');
  });

  it('upgrade with an image that does not boot: the upgrade fails, and the version stays', async () => {
    await upgrade('1.11.0', 'bad', 'Failed');
    await shown('its version is as before', ({ version }) => version === '1.9.0');
  });

  it('upgrade with an image that boots: the upgrade succeeds, and the configuration stays', async () => {
    await upgrade('1.12.0', 'good', 'Success');
    await shown('its version is the new one', ({ version }) => version === '1.12.0');
    await configured('in_sync');
  });

  it('blink and reboot', async () => {
    const path = `/v1/devices/${record._id}`;
    const blink = await site.fixture.call('POST', `${path}/blink`, { body: { seconds: 10 } });
    expect(blink.status, blink.text).to.equal(202);
    await waitFor('its lights', async () =>
      (await device.run('cat /tmp/leds 2>&1 || true')).includes('blink'),
    );
    const reboot = await site.fixture.call('POST', `${path}/reboot`);
    expect(reboot.status, reboot.text).to.equal(202);
    await waitFor('its boot', async () =>
      (await device.run('cat /tmp/booted 2>&1 || true')).includes('reboot'),
    );
  });

  for (const [index, { name, document, capabilities }] of MAPPING_CASES.entries())
    it(`render: ${name}`, async () => {
      const radios = Object.fromEntries(
        capabilities.phys.map(({ bands, channels, dfsChannels, modes }, at): [string, Phy] => [
          `soc/${'abc'[at]}`,
          {
            band: bands.map((band) => band.toUpperCase()),
            channels,
            htmode: modes,
            dfs_channels: dfsChannels,
          },
        ]),
      );
      const { config } = toConfig(document, capabilities);
      const { logs, batch } = await device.render({ uuid: 1_800_000_000 + index, ...config }, radios);
      expect(logs).to.deep.equal([]);
      for (const { ssids: names = [] } of config.interfaces)
        for (const { name: ssid } of names) expect(batch).to.contain(`.ssid='${ssid}'`);
    });
});
