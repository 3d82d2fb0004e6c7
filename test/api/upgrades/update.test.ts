import { expect } from 'chai';
import { makeUser } from '../../support/factories/organisation.js';
import type { TestDevice } from '../../support/factories/device.js';
import type { Reply } from '../../support/api.js';
import { tomorrow, upgradeWorld, type UpgradeWorld } from '../../support/upgrade-world.js';

const UPDATED = { message: 'Successfully updated Upgrade!', status: 200 };

describe('upgrades update', () => {
  let world: UpgradeWorld;
  before(async () => {
    world = await upgradeWorld();
  });

  async function scheduled(): Promise<{ device: TestDevice; id: number; scheduleId: number }> {
    const device = await world.device();
    await world.post({
      aps: [`AP:${device._id}`],
      schedule_type: 'later',
      schedule_at: tomorrow(),
      time_zone: 'UTC',
    });
    const upgrade = await world.pending(device);
    return { device, id: upgrade?._id ?? 0, scheduleId: upgrade?.scheduleId ?? 0 };
  }

  const change = (method: string, id: number, upgrade: Record<string, unknown>): Promise<Reply> =>
    world.call(method, `/upgrades/${id}`, { body: { upgrade } });

  it('upgrades update, rule 4: changes the fields that were sent and keeps the others', async () => {
    const { device, id } = await scheduled();
    const before = await world.pending(device);
    for (const [method, fields] of [
      ['PATCH', { save_prev_config: true }],
      ['PUT', { upgrade_type: 'manual', version: '1.9.0' }],
    ] as const) {
      const reply = await change(method, id, fields);
      expect(reply.status).to.equal(200);
      expect(reply.body).to.deep.equal(UPDATED);
    }
    const after = await world.pending(device);
    expect(after).to.include({ _id: id, savePrevConfig: true, version: '1.9.0', scheduleType: 'later' });
    expect(after?.dueAt).to.deep.equal(before?.dueAt);
  });

  it('upgrades update, rule 4: a new time moves the job, and the schedule that was left is cancelled with its job', async () => {
    const { id, device, scheduleId } = await scheduled();
    const { jobs, mongo } = world.api.deps;
    const old = await mongo.models.schedules.findById(scheduleId).lean();
    const [queue] = jobs.queues;
    expect(await queue?.getJob(`schedule-${scheduleId}-${old?.dueAt.getTime()}`)).to.not.equal(undefined);
    await change('PUT', id, {
      schedule_type: 'later',
      schedule_at: `${tomorrow()}:30`.replace(' ', 'T') + 'Z',
    });
    const moved = await world.pending(device);
    expect(await queue?.getJob(`schedule-${scheduleId}-${old?.dueAt.getTime()}`)).to.equal(undefined);
    expect(await queue?.getJob(`schedule-${moved?.scheduleId}-${moved?.dueAt.getTime()}`)).to.not.equal(
      undefined,
    );
    expect(await mongo.models.schedules.findById(scheduleId).lean()).to.include({ state: 'cancelled' });
  });

  it('upgrades update, rule 4: with aps every device gets the same, also one that had no pending upgrade', async () => {
    const { id, device } = await scheduled();
    const other = await world.device();
    const aps = [`AP:${device._id}`, `AP:${other._id}`];
    const reply = await change('PUT', id, { aps, upgrade_type: 'manual', version: '1.9.0' });
    expect(reply.body).to.deep.equal(UPDATED);
    expect(await world.pending(device)).to.include({ _id: id, version: '1.9.0' });
    expect(await world.pending(other)).to.include({ version: '1.9.0' });
  });

  it('upgrades update, row unknown id: 404', async () => {
    const reply = await change('PUT', 999_999_999, {});
    expect(reply.status).to.equal(404);
    expect(reply.body).to.deep.equal({ message: 'Upgrade not found', status: 404 });
  });

  it('upgrades update, row not pending: 422', async () => {
    const { id } = await scheduled();
    await world.set(id, { status: 'Success' });
    const reply = await change('PATCH', id, { save_prev_config: true });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.have.property('status', 422);
  });

  it('Authentication, rule 6: update refuses who may see it and not change it', async () => {
    const { id } = await scheduled();
    const { token } = await makeUser(world.api.deps, world.org, { manageInventory: false });
    const reply = await world.call('PUT', `/upgrades/${id}`, { token, body: { upgrade: {} } });
    expect(reply.status).to.equal(403);
  });
});
