import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { RealClock } from '../../fixtures/clock.js';
import { eventually } from '../../fixtures/eventually.js';
import { watchSecret } from '../../fixtures/log-watch.js';
import { uniqueMac } from '../../fixtures/records/device.js';
import { makeEnrolmentToken } from '../../fixtures/records/enrolment.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { OwnMongo } from '../../processes/own-mongo.js';
import { Relay } from '../../processes/relay.js';
import { AgentNetwork, type ShownConfiguration } from '../agent-network.js';
import { RealAgent } from './real-agent.js';

const MODEL = 'GL.iNet GL-MT3000';
const OS = 'OpenWrt 23.05.3 r23809-234f1a2efa';
const APPLIED = 'Configuration applied successfully';
const DOWNLOADED = 'Configuration downloaded, now applying it';
const FAILED = 'Configuration test failed! Restoring previous backup';

/** Each step goes on where the one before it has ended. */
describe('openwisp-config, which moves to the service', () => {
  let mongo: OwnMongo;
  let door: Relay;
  let service: TestService;
  let network: AgentNetwork;
  let agent: RealAgent;
  let other: number;
  const mac = uniqueMac();

  before(async () => {
    mongo = await OwnMongo.start();
    service = await TestService.open({}, new RealClock(), mongo.uri);
    door = await new Relay(new URL(service.api.url)).up();
    network = await AgentNetwork.open(service);
    const { fixture } = network.edited;
    other = await created({ ssid_name: 'Second', security_mode: '2', wpa_key: 'another-secret' });
    const token = await makeEnrolmentToken(service.deps, fixture.org, { networkId: fixture.network._id });
    agent = await RealAgent.make({ mac, model: MODEL });
    watchSecret(token.secret);
    await agent.configure({ url: door.url, shared_secret: token.secret });
    await agent.start();
  });
  after(async () => {
    await agent.stop();
    await agent.root.remove();
    await door.down();
    await service.close();
    await mongo.close();
  });
  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    process.stderr.write(`${await agent.root.log()}${await readFile(agent.root.errors, 'utf8')}`);
  });

  async function created(network_ssid: object): Promise<number> {
    const { fixture } = network.edited;
    const body = { network_id: fixture.network._id, network_ssid };
    const reply = await fixture.call('POST', '/v1/network_ssids', { body });
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { id: number } }).data.id;
  }

  async function deviceId(): Promise<number> {
    const { _id } = await service.deps.mongo.models.devices.findOne({ macId: mac }).lean().orFail();
    return _id;
  }

  async function shown(): Promise<ShownConfiguration> {
    const reply = await network.edited.fixture.call('GET', `/v1/devices/${await deviceId()}/configuration`);
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { configuration: ShownConfiguration } }).data.configuration;
  }

  const becomes = (state: string) =>
    eventually(`the configuration is ${state}`, async () => (await shown()).state === state);

  /** The names on the air, by section. */
  async function onAir(): Promise<Record<string, unknown>> {
    const sections = [...(await agent.root.sections('wireless'))];
    const ssids = sections.filter(([, { type }]) => type === 'wifi-iface');
    return Object.fromEntries(ssids.map(([name, { options }]) => [name, options['ssid']]));
  }

  /** The sections of an SSID on both radios. */
  const onRadios = (id: number, name: string) => ({
    [`airfleet_${id}_radio0`]: name,
    [`airfleet_${id}_radio1`]: name,
  });

  it('waits while a person has to approve its model', async () => {
    await agent.says('Registration failed! error: The device waits for a person');
    await agent.says('event: registration-failed');
  });

  it('registers as soon as it is approved, and keeps the key in place of the token', async () => {
    const { fixture } = network.edited;
    const { body } = await fixture.call('GET', '/v1/enrolments');
    const [waiting] = (body as { data: { enrolments: { id: number; mac_id: string; board: string }[] } }).data
      .enrolments;
    expect(waiting).to.include({ mac_id: mac, board: MODEL });
    const approval = { part_number: fixture.part._id };
    const path = `/v1/enrolments/${waiting?.id ?? 0}/approve`;
    const approved = await fixture.call('POST', path, { body: approval });
    expect(approved.status, approved.text).to.equal(200);
    await agent.says(`device registered successfully as ${mac}`);
    const { uuid = '', key = '', ...options } = await agent.root.options();
    watchSecret(key);
    expect(options).not.to.have.property('shared_secret');
    expect([uuid.length, key.length]).to.deep.equal([32, 43]);
  });

  it('downloads, applies and tests its configuration, and is in sync', async () => {
    await agent.says(APPLIED);
    await becomes('in_sync');
    const { ssidId } = network.edited;
    expect(await onAir()).to.deep.equal({ ...onRadios(ssidId, 'Lobby'), ...onRadios(other, 'Second') });
    const wireless = await agent.root.sections('wireless');
    expect(wireless.get('radio0')?.options).to.include({ type: 'mac80211', band: '5g' });
    expect(wireless.get(`airfleet_${ssidId}_radio0`)?.options).to.include({
      device: 'radio0',
      network: 'lan',
      encryption: 'psk2',
      key: 'room-service-only',
    });
    expect([...(await agent.root.sections('network')).keys()]).to.include.members(['lan', 'wan']);
  });

  it('downloads nothing while nothing changes', async () => {
    await agent.cycle();
    expect(await agent.count(DOWNLOADED)).to.equal(1);
  });

  it('applies a changed SSID', async () => {
    await network.edit({ ssid_name: 'Library' });
    await agent.saysAfter(APPLIED, () => agent.poll());
    await becomes('in_sync');
    expect(await onAir()).to.include(onRadios(network.edited.ssidId, 'Library'));
  });

  it('restores what it had when it does not reach the service any more, and says so', async () => {
    const { fixture, ssidId } = network.edited;
    const deleted = await fixture.call('DELETE', `/v1/network_ssids/${other}`);
    expect(deleted.status, deleted.text).to.equal(200);
    await network.edit({ ssid_name: 'Cut' });
    await agent.saysAfter(DOWNLOADED, () => agent.poll());
    await door.down();
    await agent.says(FAILED);
    await door.up();
    await becomes('rolled_back');
    expect((await shown()).report?.error?.code).to.equal('lost_service');
    expect(await onAir()).to.deep.equal({ ...onRadios(ssidId, 'Library'), ...onRadios(other, 'Second') });
  });

  it('applies once more what it ran, also when it loses its power before it asks', async () => {
    await agent.stop();
    await agent.root.losePower();
    await agent.saysAfter(APPLIED, () => agent.start());
    expect((await shown()).state).to.equal('rolled_back');
    const { ssidId } = network.edited;
    expect(await onAir()).to.deep.equal({ ...onRadios(ssidId, 'Library'), ...onRadios(other, 'Second') });
  });

  it('says which system it runs when it starts', async () => {
    await agent.says('Device info updated on the controller');
    const reply = await network.edited.fixture.call('GET', `/v1/devices/${await deviceId()}`);
    expect(reply.body).to.have.nested.property('data.device.version', OS);
  });

  it('gets what it runs while the network is held, whatever it has', async () => {
    await agent.saysAfter(APPLIED, () => agent.force());
    expect((await shown()).state).to.equal('rolled_back');
    expect(await onAir()).to.include(onRadios(network.edited.ssidId, 'Library'));
  });

  it('removes an SSID that was deleted with the next change that works', async () => {
    await network.edit({ ssid_name: 'Reading room' });
    await agent.saysAfter(APPLIED, () => agent.poll());
    await becomes('in_sync');
    expect(await onAir()).to.deep.equal(onRadios(network.edited.ssidId, 'Reading room'));
  });

  it('keeps its identity and its configuration while the stores are away', async () => {
    const { uuid, key } = await agent.root.options();
    await mongo.stop();
    await agent.saysAfter('Failed to retrieve checksum: HTTP/1.1 503', () => agent.poll());
    await mongo.startAgain();
    await agent.says('event: end-of-cycle', await agent.count('event: end-of-cycle'));
    expect(await agent.root.options()).to.include({ uuid, key });
    expect(await onAir()).to.deep.equal(onRadios(network.edited.ssidId, 'Reading room'));
    await eventually(
      'the service answers',
      async () => (await network.edited.fixture.call('GET', '/v1/networks')).status === 200,
    );
    await network.edit({ ssid_name: 'Reading hall' });
    await agent.saysAfter(APPLIED, () => agent.poll());
    await becomes('in_sync');
    expect(await agent.count('Registering device')).to.be.above(1);
    expect(await agent.count('device registered successfully')).to.equal(1);
  });

  it('has no SSID any more when it is released from its network', async () => {
    const body = { devices: [mac] };
    const released = await network.edited.fixture.call('PUT', '/v1/access_points/release_devices', { body });
    expect(released.status, released.text).to.equal(200);
    await agent.saysAfter(APPLIED, () => agent.poll());
    expect(await onAir()).to.deep.equal({});
    expect([...(await agent.root.sections('wireless')).keys()]).to.deep.equal(['radio0', 'radio1']);
  });
});
