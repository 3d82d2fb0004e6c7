import { expect } from 'chai';
import { TestService } from '../../fixtures/records/test-service.js';
import { PUBLIC_URL } from '../../fixtures/records/webhook-fixture.js';
import type { ConfiguredDevice } from './configured-device.js';
import { EditedNetwork } from './edited-network.js';

describe('a hold of an edited network', () => {
  let service: TestService;
  let network: EditedNetwork;
  let first: ConfiguredDevice;

  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    network = await EditedNetwork.open(service, 2);
    [first] = network.devices as [ConfiguredDevice, ConfiguredDevice];
  });

  // docs/configuration.md#hold-announced
  it('records a hold and its end once each in the audit log', async () => {
    await network.claim(first);
    await network.refuse(first);
    expect(await network.announced()).to.deep.equal(['configuration.held']);
    expect(await network.announced()).to.deep.equal(['configuration.held']);
    service.clock.advance(1);
    await network.edit({ ssid_name: 'Terrace' });
    expect(await network.announced()).to.deep.equal(['configuration.held', 'configuration.lifted']);
  });

  // docs/webhooks.md#events-4
  it('sends webhooks a hold and its end', async () => {
    const types = ['configuration.held', 'configuration.lifted'];
    const made = await network.fixture.call('POST', '/v1/webhooks', { body: { url: PUBLIC_URL, types } });
    expect(made.status, made.text).to.equal(201);
    await network.claim(first);
    await network.refuse(first);
    await network.patch({ canary: false });
    await network.announced();
    const { webhookEvents } = service.deps.mongo.models;
    const events = await webhookEvents.find({ organisationId: network.fixture.org }).lean();
    const held = {
      network_id: network.fixture.network._id,
      network_name: network.fixture.network.networkName,
      seq: 2,
      reason: 'canary',
      part_number: first.device.partNumber,
      device_id: first.device._id,
      code: 'apply',
      ssid_id: null,
    };
    const dataOf = (type: string) => {
      const event = events.find((one) => one.type === type);
      return (JSON.parse(event?.body ?? '{}') as { data: unknown }).data;
    };
    expect(dataOf('configuration.held')).to.deep.equal({ configuration: held });
    expect(dataOf('configuration.lifted')).to.deep.equal({ configuration: { ...held, by: 'canary_off' } });
  });
});
