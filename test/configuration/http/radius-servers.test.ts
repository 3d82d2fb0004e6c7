import { expect } from 'chai';
import { makeRadiusServer, RADIUS_SECRET } from '../../fixtures/records/radius-server.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { ConfiguredDevice, type FetchedBody } from './configured-device.js';
import { EditedNetwork } from './edited-network.js';

/** What a document has of its first SSID's server. */
function serverIn(document: FetchedBody): Record<string, unknown> | undefined {
  const [ssid] = document['wireless'] as { security: { servers: Record<string, unknown>[] } }[];
  return ssid?.security.servers[0];
}

describe('a RADIUS server in the configuration of devices', () => {
  let service: TestService;
  let network: EditedNetwork;
  let first: ConfiguredDevice;
  let second: ConfiguredDevice;
  let id: number;

  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    network = await EditedNetwork.open(service, 2);
    [first, second] = network.devices as [ConfiguredDevice, ConfiguredDevice];
    await network.patch({ canary: false });
    ({ id } = await makeRadiusServer(network.fixture));
    await network.edit({ security_mode: '3', auth_radius_id: id });
    for (const device of network.devices) await network.apply(device);
    await network.patch({ canary: true });
  });

  const change = async (body: object): Promise<void> => {
    const reply = await network.fixture.call('PATCH', `/v1/radius_servers/${id}`, { body });
    expect(reply.status, reply.text).to.equal(200);
  };
  const undo = async (): Promise<unknown> => {
    const path = `/v1/networks/${network.fixture.network._id}/configuration`;
    const reply = await network.fixture.call('GET', path);
    return (reply.body as { data: { configuration: { undo: unknown } } }).data.configuration.undo;
  };

  // docs/radius.md#edit
  it('is changed on one device first, and the others keep the former one', async () => {
    await change({ host: '192.0.2.9' });
    await network.untilOffered(first);
    const document = await first.document();
    expect(serverIn(document)).to.include({ host: '192.0.2.9', secret: RADIUS_SECRET });
    expect((await second.fetch()).status).to.equal(409);
    await network.beat(first, network.refusal(document.revision));
    expect((await network.record()).held).to.include({ reason: 'canary' });
    // A device that runs nothing gets the settings that devices run.
    const added = new ConfiguredDevice(
      service,
      await network.fixture.device({ network: network.fixture.network }),
    );
    await added.report(null);
    expect(serverIn(await added.document())).to.include({ host: '192.0.2.1', secret: RADIUS_SECRET });
    expect(await undo()).to.deep.include({ by_hand: [{ ssid_id: null, change: 'radius_servers' }] });
    await change({ host: '192.0.2.1' });
    expect(await undo()).to.equal(null);
  });

  // docs/radius.md#edit
  it('raises the sequence of a network for what documents show, once, and not for its name', async () => {
    const before = (await network.record()).seq;
    await change({ name: 'Branch' });
    expect((await network.record()).seq).to.equal(before);
    await network.edit({ acc_radius_enabled: true, acc_radius_id: id });
    await change({ secret: 'another secret', acct_port: 18_130 });
    expect((await network.record()).seq).to.equal(before + 2);
  });

  // docs/configuration.md#left-out
  it('leaves an SSID out when it is missing, and hides its secret from operators', async () => {
    const path = `/v1/devices/${first.device._id}/configuration`;
    const shown = await network.fixture.call('GET', path);
    expect(shown.text).to.include('"host":"192.0.2.1"').and.to.include('"secret":"***"');
    expect(shown.text).not.to.include(RADIUS_SECRET);
    await network.edit({ auth_radius_id: 999_999_999 });
    await network.untilOffered(first);
    const document = await first.document();
    expect(document['wireless']).to.deep.equal([]);
    const { text } = await network.fixture.call('GET', path);
    expect(text).to.include('"field":"auth_radius_id","value":"999999999","reason":"radius"');
  });

  it('of another organisation is as if it did not exist', async () => {
    const other = await EditedNetwork.open(service, 1);
    await other.patch({ canary: false });
    await other.edit({ security_mode: '3', auth_radius_id: id });
    const [device] = other.devices as [ConfiguredDevice];
    expect((await device.document())['wireless']).to.deep.equal([]);
  });
});
