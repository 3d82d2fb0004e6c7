import { expect } from 'chai';
import { TestService } from '../../fixtures/records/test-service.js';
import type { ConfiguredDevice, FetchedBody } from './configured-device.js';
import { EditedNetwork, FIRST_SSID } from './edited-network.js';

const idsIn = (document: FetchedBody): number[] =>
  (document['wireless'] as { id: number }[]).map(({ id }) => id);

describe('an SSID that another one shadows', () => {
  let service: TestService;
  let network: EditedNetwork;
  let first: ConfiguredDevice;
  let second: ConfiguredDevice;
  let variant: number;

  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    network = await EditedNetwork.open(service, 2);
    [first, second] = network.devices as [ConfiguredDevice, ConfiguredDevice];
    await network.patch({ canary: false });
    const network_ssid = { ...FIRST_SSID, associated_aps_and_tags: [`AP:${first.device._id}`] };
    const created = await network.fixture.call('POST', '/v1/network_ssids', {
      body: { network_id: network.fixture.network._id, network_ssid },
    });
    expect(created.status, created.text).to.equal(200);
    variant = (created.body as { data: { id: number } }).data.id;
  });

  // docs/configuration.md#shadowed
  it('is left out of the document of the device that the other one names, and of no other', async () => {
    await network.untilOffered(first);
    expect(idsIn(await first.document())).to.deep.equal([variant]);
    expect(idsIn(await second.document())).to.deep.equal([network.ssidId]);
    const path = `/v1/devices/${first.device._id}/configuration`;
    const { text } = await network.fixture.call('GET', path);
    expect(text).to.include(`"ssid_id":${network.ssidId},"field":"ssid_name"`).and.to.include('"shadowed"');
  });

  it('is nothing that the device lacks', async () => {
    await network.untilOffered(first);
    const { revision } = await first.document();
    await first.report(revision);
    const query = { configuration: 'left_out' };
    const listed = await network.fixture.call('GET', '/v1/devices', { query });
    expect(listed.text).not.to.include(first.device.macId);
    const state = await service.deps.mongo.models.deviceStates.findOne({ _id: first.device._id }).lean();
    expect(JSON.stringify(state)).to.include('"leftOut":0');
  });

  it('is on the air again once the other one is disabled', async () => {
    await network.untilOffered(first);
    await network.apply(first);
    const network_ssid = { is_enabled: false };
    await network.fixture.call('PATCH', `/v1/network_ssids/${variant}`, { body: { network_ssid } });
    await network.untilOffered(first);
    expect(idsIn(await first.document())).to.deep.equal([network.ssidId]);
  });
});
