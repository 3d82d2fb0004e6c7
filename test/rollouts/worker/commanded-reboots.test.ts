import { expect } from 'chai';
import type { RolloutRecord } from '../../../shared/rollouts/models/rollout.js';
import { HealthReader } from '../../../shared/rollouts/operations/reconcile/health-reader.js';
import { TestClock } from '../../fixtures/clock.js';
import { sendHeartbeat, TestService } from '../../fixtures/records/test-service.js';

describe('the health gate and a reboot by a caller', () => {
  const clock = new TestClock();
  let service: TestService;
  before(async () => {
    service = await TestService.open({}, clock);
  });
  after(() => service.close());

  // docs/console-api.md#reboot_device-3
  it('counts the device as heard for 15 minutes, and as silent after that', async () => {
    const fixture = await service.fixture();
    const [rebooted, silent] = [await fixture.device(), await fixture.device()];
    for (const device of [rebooted, silent])
      expect((await sendHeartbeat(service.api, device, {})).status).to.equal(200);
    const heardAt = clock.now();
    const reply = await fixture.call('POST', `/v1/devices/${rebooted._id}/reboot`);
    expect(reply.status, reply.text).to.equal(202);
    expect((await sendHeartbeat(service.api, rebooted, {})).body).to.have.property('command');
    const heard = async () => {
      const rollout = { organisationId: fixture.org } as RolloutRecord;
      const reader = new HealthReader(service.deps, rollout, clock.now());
      const found = await reader.devices([rebooted._id, silent._id]);
      return [found.get(rebooted._id)?.at, found.get(silent._id)?.at];
    };
    clock.advance(170);
    expect(await heard(), 'neither is silent yet').to.deep.equal([heardAt, heardAt]);
    clock.advance(700);
    expect(await heard()).to.deep.equal([clock.now(), heardAt]);
    clock.advance(60);
    expect(await heard()).to.deep.equal([heardAt, heardAt]);
  });
});
