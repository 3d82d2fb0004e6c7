import { expect } from 'chai';
import type { RunningGateway } from '../../../gateway/start-gateway.js';
import { eventually } from '../../fixtures/eventually.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { makeSsid } from '../../fixtures/records/ssid.js';
import type { NetworkRecord } from '../../../shared/inventory/models/network.js';
import {
  ACCESS_POINT,
  UcentralSite,
  type Rpc,
  type SentConfig,
  type SpeakingDevice,
} from './ucentral-site.js';

describe('a gateway that configures access points', () => {
  let site: UcentralSite;
  let gateway: RunningGateway;
  let network: NetworkRecord;
  let ssidId: number;
  const chatter: NodeJS.Timeout[] = [];

  before(async () => {
    site = await UcentralSite.open();
    gateway = await site.start();
  });

  // Each test has a network, whose only device is its canary.
  beforeEach(async () => {
    network = await makeNetwork(site.service.deps, site.fixture.org);
    ssidId = await makeSsid(
      site.fixture.api,
      { admin: site.fixture.admin, network },
      {
        ssid_name: 'Lobby',
        security_mode: '2',
        wpa_key: 'room-service-only',
      },
    );
  });

  after(async () => {
    for (const timer of chatter) clearInterval(timer);
    await site.close();
  });

  const shown = async (device: TestDevice) => {
    const reply = await site.fixture.call('GET', `/v1/devices/${device._id}/configuration`);
    return (reply.body as { data: { configuration: Record<string, unknown> } }).data.configuration;
  };

  const isShown = (device: TestDevice, state: string) =>
    eventually(`its configuration is ${state}`, async () => {
      const found = await shown(device);
      return found['state'] === state ? found : null;
    });

  /** Heartbeats are sent for devices that send something. */
  const talk = (speaking: SpeakingDevice): void => {
    const timer = setInterval(() => {
      if (speaking.closedWith === null) speaking.notify('healthcheck', { sanity: 100 });
    }, 100);
    chatter.push(timer);
  };

  const configOf = ({ params }: Rpc): SentConfig => params['config'] as SentConfig;
  const ssidsOf = ({ interfaces }: SentConfig): string[] =>
    interfaces.flatMap(({ ssids = [] }) => ssids.map(({ name }) => name));
  const edit = (name: string) =>
    site.fixture.call('PUT', `/v1/network_ssids/${ssidId}`, { body: { network_ssid: { ssid_name: name } } });

  // docs/ucentral.md#trial
  it('gives a device the SSIDs of its network, and knows that they run when it is back with them', async () => {
    const device = await site.device({ network });
    const { speaking, config, uuid } = await site.configured(gateway, device, 'v1');
    expect(ssidsOf(config)).to.deep.equal(['Lobby']);
    expect(config.uuid).to.equal(uuid);
    expect(config.radios.map(({ band, country }) => `${band} ${country}`)).to.deep.equal(['2G DE', '5G DE']);
    const view = await isShown(device, 'in_sync');
    expect(view['report']).to.include({ state: 'applied', agent: 'airfleet-gateway ucentral' });
    const record = await site.recordOf(device);
    expect(record).to.include({ trial: null, uuidFloor: uuid });
    expect(JSON.stringify(record)).not.to.contain('room-service-only');
    speaking.socket.terminate();
  });

  it('has no SSID for a device without a network, and when it leaves its network', async () => {
    const device = await site.device();
    const { speaking, config, uuid } = await site.configured(gateway, device, 'v1');
    expect(ssidsOf(config)).to.deep.equal([]);
    talk(speaking);
    const body = { devices: [device.macId], existing_network_id: network._id };
    expect((await site.fixture.call('PUT', '/v1/access_points/move_devices', { body })).status).to.equal(200);
    expect(ssidsOf(configOf(await speaking.next('configure')))).to.deep.equal(['Lobby']);
    speaking.socket.terminate();
    const back = await site.speak(gateway, device);
    back.connect('v1', { uuid, reason: 'boot', capabilities: ACCESS_POINT });
    const restored = await back.next('configure');
    expect(ssidsOf(configOf(restored))).to.deep.equal([]);
    expect(configOf(restored).uuid).to.be.above(uuid);
    back.answer(restored.id, 0, configOf(restored).uuid);
    const view = await isShown(device, 'failed');
    expect(view['report']).to.have.nested.property('error.code', 'apply');
    back.socket.terminate();
  });

  it('names the SSID that a device refuses, and sends what ran before again', async () => {
    const device = await site.device({ network });
    const { speaking, uuid } = await site.configured(gateway, device, 'v1');
    talk(speaking);
    await isShown(device, 'in_sync');
    expect((await edit('Bar')).status).to.equal(200);
    const refused = await speaking.next('configure');
    expect(ssidsOf(configOf(refused))).to.deep.equal(['Bar']);
    const why = ['[E] (In /interfaces/0/ssids/0/name) Value must be at most 32 characters long'];
    speaking.answer(refused.id, 2, configOf(refused).uuid, why);
    const restored = await speaking.next('configure');
    expect(ssidsOf(configOf(restored))).to.deep.equal(['Lobby']);
    expect(configOf(restored).uuid).to.be.above(configOf(refused).uuid);
    speaking.answer(restored.id, 0, configOf(restored).uuid);
    const view = await isShown(device, 'failed');
    const error = { code: 'invalid', message: `The device refused the configuration: SSID ${ssidId}` };
    expect(view['report']).to.deep.include({ state: 'failed', error });
    expect(view['report']).to.have.property('revision').that.is.a('string');
    const reply = await site.fixture.call('GET', `/v1/networks/${network._id}/configuration`);
    const { held } = (reply.body as { data: { configuration: { held: object } } }).data.configuration;
    expect(held).to.include({ reason: 'canary', code: 'invalid', device_id: device._id });
    expect((await site.recordOf(device))?.running?.uuid).not.to.equal(uuid);
    speaking.socket.terminate();
  });

  // docs/configuration.md#settings-forced
  it('turns on canaries for good, so that a second device waits for the first', async () => {
    const { fixture } = site;
    const path = `/v1/networks/${network._id}`;
    const settings = async () => {
      const { body } = await fixture.call('GET', path);
      return (body as { data: { network: { configuration: object } } }).data.network.configuration;
    };
    const off = { body: { configuration: { canary: false } } };
    expect((await fixture.call('PATCH', path, off)).status).to.equal(200);
    expect(await settings()).to.include({ canary: false, canary_forced: false });
    const [first, second] = [await site.device({ network }), await site.device({ network })];
    const { speaking } = await site.configured(gateway, first, 'v1');
    expect(await settings()).to.include({ canary: true, canary_forced: true, soak_s: 60 });
    const refused = await fixture.call('PATCH', path, off);
    expect(refused.status).to.equal(422);
    expect(refused.body).to.include({ error_code: 1109 });
    expect((await fixture.call('PATCH', path, { body: { configuration: { soak_s: 59 } } })).status).to.equal(
      422,
    );
    const other = await site.speak(gateway, second);
    other.connect('v1', { capabilities: ACCESS_POINT });
    talk(other);
    const waiting = await isShown(second, 'pending');
    expect(waiting['reason']).to.equal('canary');
    expect(other.commands).to.deep.equal([]);
    speaking.socket.terminate();
    other.socket.terminate();
  });

  it('takes its SSIDs from a device that is removed from the inventory', async () => {
    const device = await site.device({ network });
    const { speaking } = await site.configured(gateway, device, 'v1');
    talk(speaking);
    const body = { devices: [device.macId] };
    expect((await site.fixture.call('POST', '/v1/access_points/remove_devices', { body })).status).to.equal(
      200,
    );
    const last = await speaking.next('configure');
    expect(ssidsOf(configOf(last))).to.deep.equal([]);
    speaking.answer(last.id, 0, configOf(last).uuid);
    expect(await eventually('it is let go', () => speaking.closedWith)).to.equal(1008);
    expect(await site.recordOf(device)).to.equal(null);
  });

  it('asks a device what it runs when another gateway has sent its configuration', async () => {
    const device = await site.device({ network });
    const { speaking } = await site.configured(gateway, device, 'v1');
    speaking.socket.terminate();
    const first = await site.start();
    const lost = await site.speak(first, device);
    lost.connect('v1', { uuid: 1, reason: 'boot', capabilities: ACCESS_POINT });
    await lost.next('configure');
    await first.close();
    await site.service.deps.mongo.models.ucentralDevices.updateOne(
      { _id: device._id },
      { 'trial.sentAt': new Date(Date.now() - 90_000) },
    );
    const back = await site.speak(gateway, device);
    back.connect('v1', { uuid: 1, reason: 'socket', capabilities: ACCESS_POINT });
    const { id } = await back.next('ping');
    back.answer(id, 0, 1);
    const record = await eventually('the attempt has failed', async () => {
      const found = await site.recordOf(device);
      return found?.outcome?.state === 'failed' ? found : null;
    });
    expect(record.outcome?.error).to.include({ code: 'busy' });
    back.socket.terminate();
  });
});
