import { expect } from 'chai';
import { announceHolds } from '../../../shared/configuration/operations/announce-holds.js';
import { sweepCanaries, sweepRefusals } from '../../../shared/configuration/operations/sweep-canaries.js';
import { eventually } from '../../fixtures/eventually.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { PUBLIC_URL } from '../../fixtures/records/webhook-fixture.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { ConfiguredDevice } from './configured-device.js';

const SSID = { ssid_name: 'Lobby', security_mode: '2', wpa_key: 'room-service-only' };

describe('an edit of a network', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let first: ConfiguredDevice;
  let second: ConfiguredDevice;
  let ssidId: number;
  /** What each device runs. */
  let runs: Map<ConfiguredDevice, string>;

  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    fixture = await service.fixture();
    const device = async () =>
      new ConfiguredDevice(service, await fixture.device({ network: fixture.network }));
    [first, second] = [await device(), await device()];
    const body = { network_id: fixture.network._id, network_ssid: SSID };
    const created = await fixture.call('POST', '/v1/network_ssids', { body });
    expect(created.status, created.text).to.equal(200);
    ssidId = (created.body as { data: { id: number } }).data.id;
    runs = new Map();
    for (const one of [first, second]) await apply(one);
  });

  async function apply(device: ConfiguredDevice): Promise<void> {
    const { revision } = await device.document();
    runs.set(device, revision);
    await device.report(revision);
  }

  const beat = (device: ConfiguredDevice, more: object = {}) => device.report(runs.get(device) ?? null, more);

  async function edit(fields: object): Promise<void> {
    const reply = await fixture.call('PUT', `/v1/network_ssids/${ssidId}`, {
      body: { network_ssid: fields },
    });
    expect(reply.status, reply.text).to.equal(200);
  }

  async function patch(configuration: object): Promise<Record<string, unknown>> {
    const body = { configuration };
    const reply = await fixture.call('PATCH', `/v1/networks/${fixture.network._id}`, { body });
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { network: { configuration: Record<string, unknown> } } }).data.network
      .configuration;
  }

  const record = () =>
    service.deps.mongo.models.networkConfigurations.findById(fixture.network._id).lean().orFail();

  /** Makes the first device the canary of an edit. */
  async function claim(fields: object = { ssid_name: 'Bar' }): Promise<void> {
    await edit(fields);
    await eventually('the first device is the canary', async () => {
      const { fetch } = await beat(first);
      return fetch;
    });
    expect((await record()).parts?.[0]).to.include({ deviceId: first.device._id, tries: 1 });
  }

  async function refuse(device: ConfiguredDevice): Promise<void> {
    const { revision } = await device.document();
    const error = { code: 'apply', message: 'no radio' };
    await beat(device, { state: 'failed', attempted: revision, attempt: 1, error });
  }

  async function actionsOf(): Promise<string[]> {
    await announceHolds(service.deps);
    const { auditEntries } = service.deps.mongo.models;
    const subject = `network:${fixture.network._id}`;
    const found = await auditEntries
      .find({ organisationId: fixture.org, subject, action: /^configuration\.(held|lifted)$/ })
      .sort({ at: 1 })
      .lean();
    return found.map(({ action }) => action);
  }

  // docs/configuration.md#edit-base
  it('goes to one device first, and to the others when it has run there for soak_s', async () => {
    await claim();
    expect(await beat(second)).to.include({ fetch: false });
    const waiting = await second.fetch();
    expect(waiting.status).to.equal(409);
    expect(waiting.body).to.include({ error_code: 1118 });
    await apply(first);
    expect((await record()).parts?.[0]).to.include({ passedAt: null });
    service.clock.advance(29);
    await beat(first);
    expect((await record()).parts?.[0]).to.include({ passedAt: null });
    service.clock.advance(1);
    await beat(first);
    expect((await record()).parts?.[0]?.passedAt).to.be.instanceOf(Date);
    expect(await beat(second)).to.include({ fetch: true });
    const document = await second.document();
    expect(document['wireless']).to.have.nested.property('[0].ssid', 'Bar');
  });

  // docs/configuration.md#hold
  it('goes to no other device after its canary has refused it, not even to a new one', async () => {
    await claim();
    await refuse(first);
    expect((await record()).held).to.include({ reason: 'canary', deviceId: first.device._id, code: 'apply' });
    expect(await beat(second)).to.include({ fetch: false });
    expect((await second.fetch()).status).to.equal(409);
    const fresh = new ConfiguredDevice(service, await fixture.device({ network: fixture.network }));
    await fresh.report(null);
    const document = await fresh.document();
    expect(document['wireless']).to.have.nested.property('[0].ssid', 'Lobby');
    expect(document['wireless']).to.have.nested.property('[0].security.key', SSID.wpa_key);
  });

  // docs/configuration.md#edit-undo
  it('that is undone ends the hold, and passes without another document', async () => {
    await claim();
    await refuse(first);
    await edit(SSID);
    expect(await record()).to.include({ held: null, isHeld: false });
    await eventually('a device may fetch', async () => (await beat(first)).fetch);
    const known = `W/"${runs.get(first) ?? ''}"`;
    expect((await first.fetch({ 'If-None-Match': known })).status).to.equal(304);
    expect((await record()).parts?.[0]?.passedAt).to.be.instanceOf(Date);
    expect((await second.fetch({ 'If-None-Match': known.slice(0, 3) })).status).to.equal(200);
  });

  // docs/configuration.md#hold-announced
  it('tells the audit log once of a hold and of its end', async () => {
    await claim();
    await refuse(first);
    expect(await actionsOf()).to.deep.equal(['configuration.held']);
    expect(await actionsOf()).to.deep.equal(['configuration.held']);
    service.clock.advance(1);
    await edit({ ssid_name: 'Terrace' });
    expect(await actionsOf()).to.deep.equal(['configuration.held', 'configuration.lifted']);
  });

  // docs/webhooks.md#events-4
  it('tells the webhooks of a hold and of its end', async () => {
    const types = ['configuration.held', 'configuration.lifted'];
    const made = await fixture.call('POST', '/v1/webhooks', { body: { url: PUBLIC_URL, types } });
    expect(made.status, made.text).to.equal(201);
    await claim();
    await refuse(first);
    await patch({ canary: false });
    await announceHolds(service.deps);
    const { webhookEvents } = service.deps.mongo.models;
    const events = await webhookEvents.find({ organisationId: fixture.org }).lean();
    const held = {
      network_id: fixture.network._id,
      network_name: fixture.network.networkName,
      seq: 2,
      reason: 'canary',
      part_number: first.device.partNumber,
      device_id: first.device._id,
      code: 'apply',
    };
    const dataOf = (type: string) => {
      const event = events.find((one) => one.type === type);
      return (JSON.parse(event?.body ?? '{}') as { data: unknown }).data;
    };
    expect(dataOf('configuration.held')).to.deep.equal({ configuration: held });
    expect(dataOf('configuration.lifted')).to.deep.equal({ configuration: { ...held, by: 'canary_off' } });
  });

  // docs/configuration.md#edit
  it('during a test begins a new one, with the same base', async () => {
    await claim();
    const { base, seq } = await record();
    await edit({ ssid_name: 'Terrace' });
    const now = await record();
    expect(now).to.deep.include({ seq: seq + 1, parts: [], base });
  });

  it('frees the place of a canary that does not fetch, for the next heartbeat', async () => {
    await claim();
    service.clock.advance(2 * service.deps.env.heartbeatIntervalS);
    await sweepCanaries(service.deps);
    expect((await record()).parts?.[0]).to.include({ deviceId: null, tries: 1 });
    await eventually('the second device is the canary', async () => (await beat(second)).fetch);
    expect((await record()).parts?.[0]).to.include({ deviceId: second.device._id, tries: 2 });
  });

  it('is held while its canary is lost, until that reports that it runs it', async () => {
    await claim();
    const { revision } = await first.document();
    service.clock.advance(2 * 120 + 30 + service.deps.env.downAfterS);
    await sweepCanaries(service.deps);
    await sweepCanaries(service.deps);
    expect((await record()).held).to.include({ reason: 'canary_lost' });
    await eventually('the hold is lifted', async () => {
      await first.report(revision);
      return (await record()).held === null;
    });
    service.clock.advance(30);
    await eventually('the canary passes', async () => {
      await first.report(revision);
      return (await record()).parts?.[0]?.passedAt != null;
    });
  });

  it('is held when stop_after devices have refused it', async () => {
    await patch({ soak_s: 0, stop_after: 1 });
    await claim();
    await apply(first);
    await eventually('the second device may fetch', async () => (await beat(second)).fetch);
    await refuse(second);
    await sweepRefusals(service.deps, { from: new Date(0) });
    expect(await record()).to.deep.include({ refusals: [second.device._id] });
    expect((await record()).held).to.include({ reason: 'failures', deviceId: null });
  });

  // docs/configuration.md#settings-canary
  it('goes to every device after canary is turned off', async () => {
    await claim();
    await refuse(first);
    expect(await patch({ canary: false })).to.include({ canary: false });
    expect(await record()).to.include({ base: null, held: null });
    await eventually('the second device may fetch', async () => (await beat(second)).fetch);
  });

  // docs/configuration.md#settings
  it('shows the settings of the configuration, with their defaults and bounds', async () => {
    const defaults = {
      canary: true,
      soak_s: 30,
      stop_after: 3,
      confirm_within_s: 120,
      on_drift: 'report',
    };
    expect(await patch({})).to.deep.equal(defaults);
    expect(await patch({ stop_after: null, confirm_within_s: 60 })).to.deep.equal({
      ...defaults,
      stop_after: null,
      confirm_within_s: 60,
    });
    for (const configuration of [
      { soak_s: -1 },
      { stop_after: 0 },
      { confirm_within_s: 901 },
      { canary: null },
    ]) {
      const body = { configuration };
      const reply = await fixture.call('PATCH', `/v1/networks/${fixture.network._id}`, { body });
      expect(reply.status, reply.text).to.equal(422);
    }
    await eventually('a device tries the edit', async () => (await beat(first)).fetch);
    expect(await first.document()).to.include({ confirm_within_s: 60 });
  });
});
