import { expect } from 'chai';
import type { RunningGateway } from '../../../gateway/start-gateway.js';
import type { NetworkRecord } from '../../../shared/inventory/models/network.js';
import { eventually } from '../../fixtures/eventually.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { makeSsid } from '../../fixtures/records/ssid.js';
import { UcentralSite, type Rpc, type SentConfig } from './ucentral-site.js';

const ssidsOf = ({ params }: Pick<Rpc, 'params'>): string[] => {
  const { interfaces } = params['config'] as SentConfig;
  return interfaces.flatMap(({ ssids = [] }) => ssids.map(({ name }) => name));
};

describe('a connected device that comes to another network, or leaves the inventory', () => {
  let site: UcentralSite;
  let network: NetworkRecord;
  before(async () => {
    site = await UcentralSite.open();
    const { service, fixture } = site;
    network = await makeNetwork(service.deps, fixture.org);
    const settings = { ssid_name: 'Lobby', security_mode: '2', wpa_key: 'room-service-only' };
    await makeSsid(fixture.api, { admin: fixture.admin, network }, settings);
  });
  after(() => site.close());

  async function change(what: 'release' | 'remove', { macId }: TestDevice): Promise<void> {
    const body = { devices: [macId] };
    const reply = await site.fixture.call('POST', `/v1/access_points/${what}_devices`, { body });
    expect(reply.status, reply.text).to.equal(200);
  }

  /** An access point with the SSID of the network. */
  async function serving(gateway: RunningGateway) {
    const device = await site.device({ network });
    const { speaking, config, uuid } = await site.configured(gateway, device, 'v1');
    expect(ssidsOf({ params: { config } })).to.deep.equal(['Lobby']);
    return { device, speaking, uuid };
  }

  // docs/ucentral.md#assignment
  it('loses its SSIDs at once, is let go, and belongs to the next organisation when it is back', async () => {
    // No heartbeat is due during the test.
    const gateway = await site.start({ HEARTBEAT_INTERVAL_S: '3600' });
    const { device, speaking, uuid } = await serving(gateway);
    await change('release', device);
    const released = await speaking.next('configure');
    expect(ssidsOf(released)).to.deep.equal([]);
    speaking.answer(released.id, 0, uuid + 1);
    await change('remove', device);
    const last = await speaking.next('configure');
    expect(ssidsOf(last)).to.deep.equal([]);
    expect(speaking.closedWith).to.equal(null);
    speaking.answer(last.id, 0, uuid + 2);
    expect(await eventually('it is let go', () => speaking.closedWith)).to.equal(1008);
    expect(await site.recordOf(device)).to.equal(null);

    const other = await site.service.fixture();
    const body = { mac_id: device.macId, network_id: other.network._id };
    expect((await other.call('POST', '/v1/access_points/provisioning', { body })).status).to.equal(200);
    const back = await site.speak(gateway, device);
    back.connect('v1');
    const { ucentralDevices } = site.service.deps.mongo.models;
    const { macId } = device;
    const found = await eventually('its session has begun', () => ucentralDevices.findOne({ macId }).lean());
    expect(found.organisationId).to.equal(other.org);
    back.socket.terminate();
  });

  // docs/ucentral.md#assignment
  it('loses them with its next heartbeat when Redis has lost the notice', async () => {
    const gateway = await site.start({ QUEUE_PREFIX: '{unheard}' });
    const { device, speaking, uuid } = await serving(gateway);
    await change('release', device);
    expect(ssidsOf(await speaking.next('configure'))).to.deep.equal([]);
    await change('remove', device);
    const last = await speaking.next('configure');
    speaking.answer(last.id, 0, uuid + 2);
    expect(await eventually('it is let go', () => speaking.closedWith)).to.equal(1008);
  });
});
