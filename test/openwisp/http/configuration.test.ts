import { expect } from 'chai';
import { reencryptArchives } from '../../../shared/openwisp/operations/reencrypt-archives.js';
import type { KeyRing } from '../../../shared/platform/values/encrypt.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { AgentNetwork, type AgentDevice } from '../agent-network.js';
import { RADIOS } from '../openwisp-agent.js';

const WIRELESS = 'etc/config/wireless';
const KEY = 'room-service-only';

describe('the configuration of a device with openwisp-config', () => {
  let service: TestService;
  let network: AgentNetwork;
  let first: AgentDevice;

  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    network = await AgentNetwork.open(service);
    first = await network.device();
  });

  const record = ({ device }: AgentDevice) =>
    service.deps.mongo.models.openwispDevices.findById(device._id).lean().orFail();

  // docs/openwisp.md#openwisp_checksum-1
  // docs/openwisp.md#openwisp_report_status-1
  it('is given once, and is in sync when the device has applied it', async () => {
    const files = await first.agent.cycle();
    const wireless = files?.get(WIRELESS);
    expect(wireless).to.contain(`config wifi-iface 'airfleet_${network.edited.ssidId}_radio0'`);
    expect(wireless).to.contain("option ssid 'Lobby'").and.contain(`option key '${KEY}'`);
    expect(await network.shown(first)).to.deep.include({ state: 'in_sync' });
    expect((await network.shown(first)).report).to.include({ agent: 'openwisp-config' });
    expect(await first.agent.cycle()).to.equal(null);
    const [one, other] = [await first.agent.download(), await first.agent.download()];
    expect(one.bytes.equals(other.bytes)).to.equal(true);
    expect(one.headers.get('X-Openwisp-Controller')).to.equal('true');
  });

  // docs/openwisp.md#openwisp_checksum-2
  it('changes on one device first, while the others keep what they run', async () => {
    const second = await network.device();
    for (const { agent } of [first, second]) await agent.cycle();
    const before = await second.agent.told();
    await network.edit({ ssid_name: 'Bar' });
    expect((await first.agent.cycle())?.get(WIRELESS)).to.contain("'Bar'");
    expect(await second.agent.told()).to.equal(before);
    expect((await network.shown(second)).state).to.equal('pending');
    service.clock.advance(120);
    await first.agent.told();
    expect((await network.edited.record()).parts?.[0]?.passedAt).to.be.instanceOf(Date);
    expect((await second.agent.cycle())?.get(WIRELESS)).to.contain("'Bar'");
    expect((await network.shown(second)).state).to.equal('in_sync');
  });

  // docs/openwisp.md#openwisp_checksum-2
  // docs/openwisp.md#openwisp_report_status-2
  it('is held when the first device restores: all others, and it too, keep what they run', async () => {
    const second = await network.device();
    for (const { agent } of [first, second]) await agent.cycle();
    const before = await second.agent.told();
    await network.edit({ ssid_name: 'Bar' });
    expect((await first.agent.cycle('error'))?.get(WIRELESS)).to.contain("'Bar'");
    const failed = await network.shown(first);
    expect([failed.state, failed.report?.error?.code]).to.deep.equal(['rolled_back', 'lost_service']);
    expect((await network.edited.record()).held).to.include({
      reason: 'canary',
      deviceId: first.device._id,
      code: 'lost_service',
    });
    expect(await second.agent.told()).to.equal(before);
    const kept = await second.agent.download();
    expect(kept.status).to.equal(200);
    // The device has restored what it ran, which has another checksum than its last archive.
    expect((await first.agent.cycle())?.get(WIRELESS)).to.contain("'Lobby'");
    expect((await network.shown(first)).state).to.equal('rolled_back');
    const fresh = await network.device();
    expect((await fresh.agent.cycle())?.get(WIRELESS)).to.contain("'Lobby'");
  });

  // docs/openwisp.md#openwisp_report_status-3
  it('is applied once more after an error, also by a device that starts again before it asks', async () => {
    const files = await first.agent.cycle();
    await network.edit({ ssid_name: 'Bar' });
    await first.agent.cycle('error');
    first.agent.restart();
    expect(await first.agent.cycle()).to.deep.equal(files);
    expect((await network.shown(first)).state).to.equal('rolled_back');
    expect(await first.agent.cycle()).to.equal(null);
    // Undone, the change leaves what the device runs already.
    await network.edit({ ssid_name: 'Lobby' });
    expect(await first.agent.cycle()).to.equal(null);
    expect((await network.shown(first)).state).to.equal('in_sync');
  });

  // docs/openwisp.md#openwisp_checksum-3
  it('is none for a new device while a change is tested: it keeps what it has', async () => {
    await first.agent.cycle();
    await network.edit({ ssid_name: 'Bar' });
    await first.agent.told();
    const fresh = await network.device();
    for (const reply of [await fresh.agent.poll(), await fresh.agent.download()]) {
      expect(reply.status, reply.text).to.equal(409);
      expect(reply.headers.get('X-Openwisp-Controller')).to.equal('true');
      expect(reply.text).to.match(/^error: .+\n$/);
    }
    const state = await service.deps.mongo.models.deviceStates.findById(fresh.device._id).lean().orFail();
    expect(state.lastHeartbeatAt).to.deep.equal(service.clock.now());
  });

  // docs/openwisp.md#openwisp_report_status-2
  it('that a device has restored is not offered again until a retry', async () => {
    await first.agent.cycle('error');
    expect((await network.shown(first)).state).to.equal('rolled_back');
    expect((await first.agent.poll()).status).to.equal(409);
    await network.retry(first);
    expect((await first.agent.cycle())?.get(WIRELESS)).to.contain("'Lobby'");
    expect((await network.shown(first)).state).to.equal('in_sync');
  });

  it('has no SSID after a release', async () => {
    await first.agent.cycle();
    const { fixture } = network.edited;
    const body = { devices: [first.device.macId] };
    const released = await fixture.call('PUT', '/v1/access_points/release_devices', { body });
    expect(released.status, released.text).to.equal(200);
    const files = await first.agent.cycle();
    expect([...(files?.keys() ?? ['none'])]).not.to.include(WIRELESS);
    expect((await network.shown(first)).state).to.equal('in_sync');
  });

  // docs/openwisp.md#openwisp_checksum-4
  it('has another checksum when a device does not get it that may have it already', async () => {
    await first.agent.cycle();
    await service.deps.mongo.models.openwispDevices.deleteOne({ _id: first.device._id });
    expect(await first.agent.cycle()).to.equal(null);
    service.clock.advance(389);
    expect(await first.agent.cycle()).to.equal(null);
    service.clock.advance(1);
    expect((await first.agent.cycle())?.get(WIRELESS)).to.contain("'Lobby'");
    expect((await network.shown(first)).state).to.equal('in_sync');
  });

  // docs/openwisp.md#radios
  it('leaves out SSIDs until the hardware part names its radios and the device tries again', async () => {
    await network.setRadios([]);
    expect((await first.agent.cycle())?.get(WIRELESS)).to.equal(undefined);
    const { ssidId } = network.edited;
    const lacked = { ssid_id: ssidId, feature: 'radio' };
    expect((await network.shown(first)).report?.left_out).to.deep.include(lacked);
    await network.setRadios(RADIOS);
    await network.retry(first);
    expect((await first.agent.cycle())?.get(WIRELESS)).to.contain("'Lobby'");
    expect((await network.shown(first)).report?.left_out).not.to.deep.include(lacked);
  });

  it('is stored encrypted, and encrypted again with a new key', async () => {
    await first.agent.cycle();
    await network.edit({ ssid_name: 'Bar' });
    const told = await first.agent.told();
    expect(JSON.stringify(await record(first))).not.to.contain(KEY);
    const { deps } = service;
    const encryptionKeys: KeyRing = [Buffer.alloc(32, 7), ...deps.env.encryptionKeys];
    const again = await reencryptArchives({ stores: deps.stores, env: { ...deps.env, encryptionKeys } });
    expect(again.isComplete).to.equal(true);
    expect(again.reencrypted).to.be.at.least(2);
    const { running, offered } = await record(first);
    expect(running?.archive.keyId).to.equal(offered?.archive.keyId);
    expect(await first.agent.told()).to.equal(told);
  });

  it('is the same for requests of the device at the same time', async () => {
    await first.agent.told();
    const replies = await Promise.all([first.agent.download(), first.agent.download(), first.agent.poll()]);
    for (const { status, text } of replies) expect(status, text).to.equal(200);
    expect(await first.agent.cycle()).not.to.equal(null);
    expect((await network.shown(first)).state).to.equal('in_sync');
  });
});
