import { expect } from 'chai';
import type { RunningGateway } from '../../../gateway/start-gateway.js';
import { eventually } from '../../fixtures/eventually.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { ACCESS_POINT, UcentralSite, type SpeakingDevice } from './ucentral-site.js';

describe('commands to a device that speaks uCentral', () => {
  let site: UcentralSite;
  let gateway: RunningGateway;
  before(async () => {
    site = await UcentralSite.open();
    gateway = await site.start();
  });
  after(() => site.close());

  async function ask(action: 'reboot' | 'blink', { _id }: TestDevice, body = {}): Promise<void> {
    const reply = await site.fixture.call('POST', `/v1/devices/${_id}/${action}`, { body });
    expect(reply.status, reply.text).to.equal(202);
  }

  const stateOf = ({ _id }: TestDevice) =>
    site.service.deps.mongo.models.deviceStates.findOne({ _id }).lean().orFail();

  /** Reports an uptime, and waits until a heartbeat has stored it. */
  async function upFor(device: TestDevice, speaking: SpeakingDevice, uptime: number): Promise<void> {
    speaking.notify('state', { uuid: 1, state: { unit: { uptime } } });
    await eventually('its uptime is stored', async () => {
      const { uptimeS } = await stateOf(device);
      return uptimeS !== null && uptimeS >= uptime && uptimeS < uptime + 60;
    });
  }

  async function connected(device: TestDevice, fields = {}): Promise<SpeakingDevice> {
    const speaking = await site.speak(gateway, device);
    speaking.connect('v1', { capabilities: ACCESS_POINT, ...fields });
    await eventually('it is heard', async () => (await stateOf(device)).lastHeartbeatAt);
    return speaking;
  }

  // docs/ucentral.md#commands
  it('let its lights blink for so long', async () => {
    const device = await site.device();
    const speaking = await connected(device);
    await ask('blink', device, { seconds: 30 });
    const { id, params } = await speaking.next('leds');
    expect(params).to.deep.equal({ serial: speaking.serial, when: 0, pattern: 'blink', duration: 30_000 });
    speaking.answer(id, 0);
    speaking.socket.terminate();
  });

  // docs/ucentral.md#commands
  it('restart it once, which is no restart of its own', async () => {
    const device = await site.device();
    const first = await connected(device);
    await upFor(device, first, 5000);
    await ask('reboot', device);
    const { params } = await first.next('reboot');
    expect(params).to.deep.equal({ serial: first.serial, when: 0 });
    first.socket.terminate();
    const back = await connected(device, { reason: 'reboot' });
    await upFor(device, back, 100);
    expect((await stateOf(device)).restarts ?? 0).to.equal(0);
    const { devices } = site.service.deps.mongo.models;
    const longAgo = new Date(Date.now() - 16 * 60_000);
    await devices.updateOne({ _id: device._id }, { $set: { 'command.takenAt': longAgo } });
    back.socket.terminate();
    const again = await connected(device, { reason: 'reboot' });
    await upFor(device, again, 10);
    expect((await stateOf(device)).restarts).to.equal(1);
    for (const { commands } of [first, back, again])
      expect(commands.filter(({ method }) => method === 'reboot')).to.deep.equal([]);
    again.socket.terminate();
  });
});
