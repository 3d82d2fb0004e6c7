import { expect } from 'chai';
import { startTestApi, type TestApi } from '../../fixtures/api.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { ConfiguredDevice } from './configured-device.js';
import { EditedNetwork } from './edited-network.js';

// docs/configuration.md#settings-canary
describe('a held network of an installation that turns CONFIGURATION_CANARY off', () => {
  let service: TestService;
  let network: EditedNetwork;
  let without: TestApi;
  before(async () => {
    service = await TestService.open();
    network = await EditedNetwork.open(service, 2);
    const [canary] = network.devices as [ConfiguredDevice];
    await network.claim(canary);
    await network.refuse(canary);
    without = await startTestApi({
      env: { ...service.env, CONFIGURATION_CANARY: 'false' },
      now: service.clock.now,
    });
  });
  after(async () => {
    await without.close();
    await service.close();
  });

  /** The ids that a list by state has, and the state that the second device itself shows. */
  async function shown(api: TestApi, configuration: string): Promise<[listed: number[], state: string]> {
    const { fixture } = network;
    const query = { configuration, network_id: fixture.network._id };
    const { token } = fixture.admin;
    const listed = await api.call('GET', '/v1/devices', { query, token });
    expect(listed.status, listed.text).to.equal(200);
    const id = network.devices[1]?.device._id ?? 0;
    const view = await api.call('GET', `/v1/devices/${id}/configuration`, { token });
    const { devices } = (listed.body as { data: { devices: { id: number }[] } }).data;
    const { state } = (view.body as { data: { configuration: { state: string } } }).data.configuration;
    return [devices.map((device) => device.id), state];
  }

  it('has no device that is held, in lists as in the configuration of the device', async () => {
    const waiting = network.devices[1]?.device._id;
    expect(await shown(service.api, 'held')).to.deep.equal([[waiting], 'held']);
    expect(await shown(without, 'held')).to.deep.equal([[], 'pending']);
    expect((await shown(without, 'pending'))[0]).to.deep.equal([waiting]);
  });

  it('ends the hold with an edit, and keeps no earlier settings for a time when it is on again', async () => {
    const body = { network_ssid: { ssid_name: 'Terrace' } };
    const { token } = network.fixture.admin;
    const edited = await without.call('PUT', `/v1/network_ssids/${network.ssidId}`, { body, token });
    expect(edited.status, edited.text).to.equal(200);
    expect(await network.record()).to.include({ base: null, held: null, isHeld: false });
    const [, second] = network.devices as [ConfiguredDevice, ConfiguredDevice];
    await network.untilOffered(second);
    expect((await second.document())['wireless']).to.have.nested.property('[0].ssid', 'Terrace');
  });
});
