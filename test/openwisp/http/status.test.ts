import { expect } from 'chai';
import { observe } from '../../../dev/run-loop.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { OpenwispAgent } from '../openwisp-agent.js';

const OS = 'OpenWrt 23.05.3 r23809-234f1a2efa';

describe('the status of a device with openwisp-config', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let device: TestDevice;
  let agent: OpenwispAgent;
  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    fixture = await service.fixture();
    device = await fixture.device({ network: fixture.network, firmwareVersion: '' });
    agent = new OpenwispAgent(service.api, device.macId, device.deviceKey);
  });

  async function shown(): Promise<Record<string, unknown>> {
    const reply = await fixture.call('GET', `/v1/devices/${device._id}`);
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { device: Record<string, unknown> } }).data.device;
  }

  async function listed(state: string): Promise<number[]> {
    const { body } = await fixture.call('GET', '/v1/devices', { query: { state } });
    return (body as { data: { devices: { id: number }[] } }).data.devices.map(({ id }) => id);
  }

  const status = async (): Promise<string> => {
    const reply = await fixture.call('GET', '/v1/access_points/current_status', {
      query: { mac_id: device.macId },
    });
    return (reply.body as { data: { device_status: string } }).data.device_status;
  };

  async function upCount(): Promise<unknown> {
    const reply = await fixture.call('GET', `/v1/networks/${fixture.network._id}`);
    return (reply.body as { data: { network: { up_count: unknown } } }).data.network.up_count;
  }

  // docs/openwisp.md#status
  it('is up until it has not been heard for 390 seconds', async () => {
    const other = await fixture.device({ network: fixture.network });
    await service.acceptedHeartbeat(other);
    await agent.poll();
    service.clock.advance(390);
    expect(await shown()).to.include({ state: 'up' });
    expect([await listed('up'), await listed('down')]).to.deep.equal([[device._id], [other._id]]);
    expect([await status(), await upCount()]).to.deep.equal(['UP', 1]);
    service.clock.advance(1);
    expect(await shown()).to.include({ state: 'down' });
    expect(await listed('up')).to.deep.equal([]);
    expect([await status(), await upCount()]).to.deep.equal(['DOWN', 0]);
    const { last_heard_at: heardAt } = await shown();
    expect(heardAt).to.equal(new Date(service.clock.now().getTime() - 391_000).toISOString());
  });

  // docs/openwisp.md#status
  it('is down no earlier than DOWN_AFTER_S', async () => {
    const patient = await TestService.open({ DOWN_AFTER_S: '600' });
    try {
      const home = await patient.fixture();
      const { _id, macId, deviceKey } = await home.device();
      await new OpenwispAgent(patient.api, macId, deviceKey).poll();
      for (const [seconds, state] of [
        [600, 'up'],
        [1, 'down'],
      ] as const) {
        patient.clock.advance(seconds);
        const { body } = await home.call('GET', `/v1/devices/${_id}`);
        expect(body).to.have.nested.property('data.device.state', state);
        const found = await home.call('GET', '/v1/devices', { query: { state } });
        expect(found.body).to.have.nested.property('data.devices[0].id', _id);
      }
    } finally {
      await patient.close();
    }
  });

  // docs/openwisp.md#status
  it('goes down in its events after 390 seconds', async () => {
    await agent.poll();
    const heardAt = service.clock.now().getTime();
    expect(await observe(service.deps)).to.equal(true);
    const events = async () => {
      const { body } = await fixture.call('GET', `/v1/devices/${device._id}/events`);
      return (body as { data: { events: { kind: string; at: string }[] } }).data.events;
    };
    service.clock.advance(380);
    await observe(service.deps);
    expect((await events()).filter(({ kind }) => kind === 'went_down')).to.deep.equal([]);
    service.clock.advance(20);
    await observe(service.deps);
    const [down] = (await events()).filter(({ kind }) => kind === 'went_down');
    expect(down?.at).to.equal(new Date(heardAt + 390_000).toISOString());
  });

  // docs/openwisp.md#openwisp_update_info-1
  it('has no version until the agent says it', async () => {
    await agent.poll();
    expect(await shown()).to.include({ version: '' });
    const updated = await agent.updateInfo(OS);
    expect([updated.status, updated.text]).to.deep.equal([200, 'update-info: success\n']);
    expect(updated.headers.get('X-Openwisp-Controller')).to.equal('true');
    expect(await shown()).to.include({ version: OS });
    await agent.updateInfo('');
    await agent.poll();
    expect(await shown()).to.include({ version: OS });
  });

  // docs/openwisp.md#firmware
  it('refuses upgrades with the reason', async () => {
    const other = await fixture.device({ network: fixture.network });
    await agent.poll();
    const reply = await fixture.post({ version: '1.10.0', aps: [`network:${fixture.network._id}`] });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({
      message: `Firmware 1.10.0 is not available for: ${device.macId} (openwisp-config takes no firmware)`,
    });
    expect(await fixture.pending(device)).to.equal(null);
    expect(await fixture.pending(other)).to.include({ version: '1.10.0' });
  });

  // docs/openwisp.md#firmware
  it('skips an upgrade that was asked for before', async () => {
    const asked = await fixture.post({ version: '1.10.0', aps: [`AP:${device._id}`] });
    expect(asked.status, asked.text).to.equal(200);
    await agent.poll();
    await service.dispatch();
    const { upgrades } = service.deps.mongo.models;
    const upgrade = await upgrades.findOne({ routerInventoryId: device._id }).lean().orFail();
    expect(upgrade).to.include({ status: 'Skipped' });
    expect(upgrade.message).to.equal('openwisp-config takes no firmware');
  });

  // docs/openwisp.md#firmware
  it('refuses commands with the reason', async () => {
    await agent.poll();
    const reply = await fixture.call('POST', `/v1/devices/${device._id}/reboot`, { body: {} });
    expect(reply.status).to.equal(409);
    expect(reply.body).to.include({ error_code: 1111, msg: 'openwisp-config takes no commands' });
  });
});
