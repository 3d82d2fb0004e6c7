import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { TestClock } from '../../fixtures/clock.js';
import { makePart, type TestDevice } from '../../fixtures/records/device.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { refused } from '../../fixtures/records/rollout-fixture.js';
import { sendHeartbeat, TestService } from '../../fixtures/records/test-service.js';
import { makeUpgrade } from '../../fixtures/records/upgrade.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

describe('commands to a device', () => {
  const clock = new TestClock();
  let service: TestService;
  let fixture: UpgradeFixture;
  let device: TestDevice;
  before(async () => {
    service = await TestService.open({}, clock);
    fixture = await service.fixture();
  });
  beforeEach(async () => {
    device = await fixture.device();
    await beat({ uptime_s: 1000 });
  });
  after(() => service.close());

  async function beat(fields = {}): Promise<Record<string, unknown>> {
    const reply = await sendHeartbeat(service.api, device, fields);
    expect(reply.status, reply.text).to.equal(200);
    return reply.body;
  }
  const ask = (action: string, body = {}, id = device._id): Promise<Reply> =>
    fixture.call('POST', `/v1/devices/${id}/${action}`, { body });
  async function asked(action: string, body = {}): Promise<number> {
    const reply = await ask(action, body);
    expect(reply.status, reply.text).to.equal(202);
    const { command } = (reply.body as { data: { command: { id: number } } }).data;
    expect(command).to.deep.include({ action, state: 'waiting' });
    return command.id;
  }
  const restarts = async (): Promise<number> =>
    (await service.deps.mongo.models.deviceStates.findById(device._id).lean())?.restarts ?? 0;

  // docs/console-api.md#reboot_device-1
  // docs/console-api.md#blink_device-1
  it('are in the answer to one heartbeat, also to a device that is remembered, and in the audit log', async () => {
    // The second heartbeat of a device is answered by what the process remembers of it.
    expect(await beat({ uptime_s: 1060 })).not.to.have.property('command');
    const id = await asked('blink', { seconds: 90 });
    expect((await beat({ uptime_s: 1120 }))['command']).to.deep.equal({ id, action: 'blink', seconds: 90 });
    expect(await beat({ uptime_s: 1180 })).not.to.have.property('command');
    await asked('blink');
    const reboot = await asked('reboot');
    expect((await beat({ uptime_s: 1240 }))['command']).to.deep.equal({
      id: reboot,
      action: 'reboot',
      seconds: null,
    });
    const entries = await service.deps.mongo.models.auditEntries
      .find({ subject: `device:${device._id}` })
      .sort({ at: 1 })
      .lean();
    expect(entries.map(({ action }) => action)).to.include.members(['device.blink', 'device.reboot']);
  });

  // docs/console-api.md#reboot_device-1
  it('are sent once of two heartbeats at once', async () => {
    await asked('reboot');
    const answers = await Promise.all([beat({ uptime_s: 1060 }), beat({ uptime_s: 1060 })]);
    expect(answers.filter((answer) => answer['command'] !== undefined)).to.have.length(1);
  });

  // docs/console-api.md#reboot_device-2
  it('end after ten minutes', async () => {
    await asked('reboot');
    clock.advance(600);
    expect(await beat({ uptime_s: 1660 })).not.to.have.property('command');
  });

  // docs/console-api.md#reboot_device-2
  it('wait while an upgrade of the device is open, or the device reports one', async () => {
    const { upgrades } = service.deps.mongo.models;
    const id = await asked('reboot');
    const { _id } = await makeUpgrade(service.deps, device, 'Downloading', { attempts: 1 });
    expect(await beat({ uptime_s: 1060 })).not.to.have.property('command');
    await upgrades.collection.deleteOne({ _id: _id as never });
    const upgrade = { id: _id, state: 'installing' };
    expect(await beat({ uptime_s: 1120, upgrade })).not.to.have.property('command');
    expect((await beat({ uptime_s: 1180 }))['command']).to.deep.equal({
      id,
      action: 'reboot',
      seconds: null,
    });
  });

  // docs/console-api.md#reboot_device-3
  it('restart a device that is back after more than three minutes without a restart of its own', async () => {
    await asked('reboot');
    await beat({ uptime_s: 1060 });
    clock.advance(880);
    await beat({ uptime_s: 30 });
    expect(await restarts()).to.equal(0);
  });

  // docs/console-api.md#reboot_device-3
  it('restart a device without counting as a restart of its own', async () => {
    await asked('reboot');
    await beat({ uptime_s: 1060 });
    clock.advance(120);
    await beat({ uptime_s: 60 });
    expect(await restarts()).to.equal(0);
    clock.advance(1200);
    await beat({ uptime_s: 30 });
    expect(await restarts()).to.equal(1);
  });

  // docs/console-api.md#reboot_device-4
  // docs/console-api.md#blink_device-2
  it('are refused for a device that is not up, that upgrades, or that cannot blink', async () => {
    const never = await fixture.device();
    expect(refused(await ask('reboot', {}, never._id))).to.deep.equal([409, 1111]);
    await makeUpgrade(service.deps, device, 'Downloading', { attempts: 1 });
    expect(refused(await ask('reboot'))).to.deep.equal([409, 1111]);
    device = await fixture.device({ part: await makePart(service.deps, { isSwitch: true }) });
    await beat();
    expect(refused(await ask('blink'))).to.deep.equal([409, 1111]);
    expect((await ask('reboot')).status).to.equal(202);
    clock.advance(181);
    expect(refused(await ask('reboot'))).to.deep.equal([409, 1111]);
  });

  // docs/console-api.md#reboot_device-4
  // docs/console-api.md#blink_device-1
  it('are bounded: ten a minute, and 300 seconds', async () => {
    for (const seconds of [0, 301, 1.5])
      expect(refused(await ask('blink', { seconds }))).to.deep.equal([422, 1109]);
    for (let count = 0; count < 10; count += 1) await asked('blink');
    expect(refused(await ask('blink'))).to.deep.equal([429, 1105]);
    const viewer = await makeUser(service.deps, fixture.org, { role: 'viewer' });
    const reply = await fixture.call('POST', `/v1/devices/${device._id}/reboot`, { token: viewer.token });
    expect(refused(reply)).to.deep.equal([403, 1102]);
  });
});
