import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { toConfigurationReport } from '../../../api/configuration/reported-configuration.js';
import { makeDevice, type TestDevice } from '../../fixtures/records/device.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { ConfiguredDevice } from './configured-device.js';

const SSID = { ssid_name: 'Lobby', security_mode: '2', wpa_key: 'room-service-only' };
const UNKNOWN = 'f'.repeat(64);

describe('the configuration of a device', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let device: ConfiguredDevice;

  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    fixture = await service.fixture();
    device = new ConfiguredDevice(service, await fixture.device({ network: fixture.network }));
  });

  async function ssid(fields: object): Promise<number> {
    const body = { network_id: fixture.network._id, network_ssid: fields };
    const reply = await fixture.call('POST', '/v1/network_ssids', { body });
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { id: number } }).data.id;
  }

  async function shown(): Promise<Record<string, unknown>> {
    const reply = await fixture.call('GET', `/v1/devices/${device.device._id}/configuration`);
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { configuration: Record<string, unknown> } }).data.configuration;
  }

  // docs/configuration.md#fetch-1
  it('is sent with its revision, which is the hash of the rest', async () => {
    await ssid(SSID);
    const reply = await device.fetch();
    const { revision, wireless } = reply.body as { revision: string; wireless: { ssid: string }[] };
    expect(reply.status).to.equal(200);
    expect(reply.headers.get('ETag')).to.equal(`W/"${revision}"`);
    expect(reply.headers.get('Cache-Control')).to.equal('no-store');
    const rest = reply.text.replace(/"revision":"[0-9a-f]{64}",/, '');
    expect(createHash('sha256').update(rest).digest('hex')).to.equal(revision);
    expect(wireless.map((entry) => entry.ssid)).to.deep.equal(['Lobby']);
    expect(reply.text).to.contain('room-service-only');
  });

  // docs/configuration.md#fetch-2
  it('is not sent again to a device that names its revision', async () => {
    const { revision } = await device.document();
    const reply = await device.fetch({ 'If-None-Match': `W/"${revision}"` });
    expect(reply.status).to.equal(304);
    expect(reply.text).to.equal('');
  });

  // docs/configuration.md#heartbeat-1
  it('is offered again, as soon after an edit as it may be, when the device lost what it fetched', async () => {
    const id = await ssid(SSID);
    const settings = { configuration: { canary: false } };
    const set = await fixture.call('PATCH', `/v1/networks/${fixture.network._id}`, { body: settings });
    expect(set.status, set.text).to.equal(200);
    await device.untilFetch(true, null);
    const { revision } = await device.document();
    await device.report(revision);
    for (const name of ['One', 'Two', 'Three']) {
      const body = { network_ssid: { ssid_name: name } };
      expect((await fixture.call('PUT', `/v1/network_ssids/${id}`, { body })).status).to.equal(200);
      const { wireless } = await device.document();
      expect(wireless).to.have.nested.property('0.ssid', name);
      expect(await device.report(revision), name).to.include({ fetch: true });
    }
  });

  // docs/configuration.md#heartbeat-1
  it('is fetched once, confirmed, and fetched again after an edit and after an own change', async () => {
    await device.untilFetch(true, null);
    const first = await device.document();
    expect(await device.report(first.revision)).to.deep.equal({ confirmed: first.revision, fetch: false });
    await ssid(SSID);
    await device.untilFetch(true, first.revision);
    const second = await device.document();
    expect(second.revision).not.to.equal(first.revision);
    expect(await device.report(second.revision)).to.deep.equal({ confirmed: second.revision, fetch: false });
    const renamed = await fixture.call('PATCH', `/v1/devices/${device.device._id}`, {
      body: { name: 'New' },
    });
    expect(renamed.status, renamed.text).to.equal(200);
    expect(await device.report(second.revision)).to.include({ fetch: true });
    const third = await device.document();
    expect(third['device']).to.include({ name: 'New' });
    expect(await device.report(third.revision)).to.deep.equal({ confirmed: third.revision, fetch: false });
  });

  // docs/configuration.md#heartbeat-2
  it('leaves the answer to a device that does not report one as it is', async () => {
    const { body } = await service.heartbeat(device.device);
    expect(body).to.have.all.keys('status', 'server_time', 'next_heartbeat_in', 'upgrade');
    const state = await service.deps.mongo.models.deviceStates.findById(device.device._id).lean();
    expect(state).not.to.have.property('configuration');
  });

  // docs/configuration.md#heartbeat-3
  it('is not confirmed to a heartbeat that a later one has overtaken', async () => {
    const { revision } = await device.document();
    await device.report(revision);
    service.clock.advance(-60);
    expect(await device.report(UNKNOWN)).to.deep.equal({ confirmed: null, fetch: false });
    service.clock.advance(60);
    expect(await shown()).to.include({ state: 'in_sync' });
  });

  // docs/configuration.md#heartbeat-3
  it('is not confirmed to a heartbeat that is overtaken while its group is written', async () => {
    const restarted = await fixture.device({ network: fixture.network });
    await service.heartbeat(restarted, { uptime_s: 100 });
    const { revision } = await device.document();
    service.clock.advance(1);
    const beatOf = ({ _id, macId, organisationId, firmwareVersion }: TestDevice, uptimeS: number) => ({
      macId,
      ref: { organisationId, deviceId: _id },
      at: service.clock.now(),
      publicIp: '192.0.2.1',
      firmwareVersion,
      uptimeS,
      ports: null,
      report: null,
      configuration: toConfigurationReport({ revision, state: 'applied' }),
    });
    const overtaken = beatOf(device.device, 50);
    service.failpoint = async (step) => {
      if (step !== 'heartbeats-read') return;
      service.failpoint = () => undefined;
      service.clock.advance(1);
      const later = { ...overtaken, ...overtaken.ref, at: service.clock.now() };
      const write = { ...later, isRestart: false, configuration: null };
      await service.deps.stores.heartbeats.writeStates([write]);
    };
    // In one turn of the event loop, so that they are in one group.
    const answers = await Promise.all(
      [beatOf(restarted, 5), overtaken].map((beat) => service.deps.heartbeats.record(beat)),
    );
    const confirmed = answers.map((answer) => 'configuration' in answer && answer.configuration?.confirmed);
    expect(confirmed).to.deep.equal([revision, null]);
  });

  // docs/configuration.md#fetch-3
  it('is not offered again to a device that has refused it, until an edit gives another', async () => {
    await device.untilFetch(true, null);
    const { revision } = await device.document();
    const failure = {
      state: 'failed',
      attempted: revision,
      attempt: 1,
      error: { code: 'apply', message: 'no radio' },
    };
    expect(await device.report(null, failure)).to.deep.equal({ confirmed: null, fetch: false });
    const refused = await device.fetch();
    expect(refused.status).to.equal(409);
    expect(refused.body).to.include({ error_code: 1118 });
    expect(await shown()).to.include({ state: 'failed' });
    await ssid(SSID);
    await device.untilFetch(true, null, failure);
    const next = await device.document();
    expect(next.revision).not.to.equal(revision);
    expect(await shown()).to.include({ state: 'pending' });
    await device.report(next.revision);
    expect(await shown()).to.include({ state: 'in_sync', reason: null });
  });

  // docs/configuration.md#fetch-4
  it('is refused to a wrong key, an unknown device and a malformed MAC like a heartbeat', async () => {
    expect((await device.fetch({ Authorization: 'Bearer wrong' })).status).to.equal(401);
    const call = (mac_id: string) =>
      service.api.call('GET', '/device/v1/configuration', {
        query: { mac_id },
        headers: { Authorization: `Bearer ${device.device.deviceKey}` },
      });
    expect((await call('02:FF:FF:FF:FF:FF')).status).to.equal(401);
    expect((await call('lobby')).body).to.include({ error_code: 1103 });
    const { macId } = device.device;
    const claim = { organisationId: null, deviceId: null };
    await service.deps.mongo.models.masterInventory.updateOne({ _id: macId }, { $set: claim });
    expect((await device.fetch()).body).to.include({ error_code: 1011 });
  });

  // docs/configuration.md#device_configuration-1
  it('is shown without secrets, with what is left out and why', async () => {
    const left = await ssid({ ssid_name: 'Odd', radio_band: '9' });
    await ssid(SSID);
    const view = await shown();
    expect(view).to.include({ state: 'unmanaged', reason: null, report: null, rendered: null });
    expect(view['left_out']).to.deep.equal([
      { ssid_id: left, field: 'radio_band', value: '9', reason: 'unknown_number' },
    ]);
    const document = view['document'] as { salt: string; wireless: { security: { key: string } }[] };
    expect(document.salt).to.equal('***');
    expect(document.wireless[0]?.security.key).to.equal('***');
    expect(JSON.stringify(view)).not.to.contain('room-service-only');
  });

  it('of a device that was moved is that of its new network', async () => {
    await ssid(SSID);
    const { revision } = await device.document();
    await device.report(revision);
    const mac = device.device.macId;
    const released = await fixture.call('PUT', '/v1/access_points/release_devices', {
      body: { devices: [mac] },
    });
    expect(released.status, released.text).to.equal(200);
    await device.untilFetch(true, revision);
    expect((await device.document())['wireless']).to.deep.equal([]);
  });

  it('has the same salt at every fetch and another for every device', async () => {
    const other = new ConfiguredDevice(service, await makeDevice(service.deps, fixture.org));
    const salts = [await device.document(), await device.document(), await other.document()].map(
      (document) => document['salt'],
    );
    expect(salts[0]).to.equal(salts[1]);
    expect(salts[2]).not.to.equal(salts[0]);
  });
});
