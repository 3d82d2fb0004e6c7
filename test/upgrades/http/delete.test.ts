import { expect } from 'chai';
import { startTestApi } from '../../fixtures/api.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { tomorrow, upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

describe('upgrades delete', () => {
  let fixture: UpgradeFixture;
  before(async () => {
    fixture = await upgradeFixture();
  });

  async function scheduled(count = 1): Promise<{ ids: number[]; scheduleId: number }> {
    const devices = [];
    for (let made = 0; made < count; made += 1) devices.push(await fixture.device());
    await fixture.post({
      aps: devices.map((device) => `AP:${device._id}`),
      schedule_type: 'later',
      schedule_at: tomorrow(),
    });
    const upgrades = await Promise.all(devices.map((device) => fixture.pending(device)));
    return { ids: upgrades.map((upgrade) => upgrade?._id ?? 0), scheduleId: upgrades[0]?.scheduleId ?? 0 };
  }

  // docs/interface.md#upgrades-delete-pending
  it('deletes a pending upgrade and answers 200 {data:{}, status:200}', async () => {
    const { ids } = await scheduled();
    const reply = await fixture.call('DELETE', `/upgrades/${ids[0]}`);
    expect(reply.status).to.equal(200);
    expect(reply.body).to.deep.equal({ data: {}, status: 200 });
    expect((await fixture.call('GET', `/upgrades/${ids[0]}`)).status).to.equal(404);
  });

  // docs/interface.md#upgrades-delete-pending
  it('cancels the schedule and its job with its only device, and keeps a schedule of more devices', async () => {
    const { jobs, mongo } = fixture.api.deps;
    const state = async (scheduleId: number): Promise<unknown[]> => {
      const schedule = await mongo.models.schedules.findById(scheduleId).lean();
      const job = await jobs.queues[0]?.getJob(`schedule-${scheduleId}-${schedule?.dueAt.getTime()}`);
      return [schedule?.state, job !== undefined];
    };
    for (const [count, left] of [
      [1, ['cancelled', false]],
      [2, ['waiting', true]],
    ] as const) {
      const { ids, scheduleId } = await scheduled(count);
      for (const id of ids) await fixture.call('DELETE', `/upgrades/${id}`);
      expect(await state(scheduleId)).to.deep.equal(left);
    }
  });

  // docs/interface.md#upgrades-delete-not-pending
  it('refuses an upgrade that is not pending with 422 {message, status}', async () => {
    const { ids } = await scheduled();
    for (const status of ['Queued', 'Downloading', 'Success', 'Cancelled'] as const) {
      await fixture.set(ids[0] ?? 0, { status });
      const reply = await fixture.call('DELETE', `/upgrades/${ids[0]}.json`);
      expect(reply.status, status).to.equal(422);
      expect(reply.body).to.deep.equal({
        message: 'Only a pending upgrade can be changed or deleted',
        status: 422,
      });
    }
  });

  // docs/interface.md#upgrades-delete-not-pending
  it('keeps an upgrade that is dispatched during the deletion and answers 422 {message, status}', async () => {
    const api = await startTestApi();
    try {
      const racing = await upgradeFixture(api);
      const device = await racing.device();
      await racing.post({ aps: [`AP:${device._id}`], schedule_type: 'later', schedule_at: tomorrow() });
      const id = (await racing.pending(device))?._id ?? 0;
      const { upgrades } = api.deps.stores;
      const deletePending = upgrades.deletePending.bind(upgrades);
      Object.assign(upgrades, {
        deletePending: async (...asked: Parameters<typeof deletePending>) => {
          await racing.set(id, { status: 'Queued' });
          return deletePending(...asked);
        },
      });
      const reply = await racing.call('DELETE', `/upgrades/${id}`);
      expect(reply.status).to.equal(422);
      expect(reply.body).to.have.all.keys('message', 'status').and.include({ status: 422 });
      expect((await racing.call('GET', `/upgrades/${id}`)).status).to.equal(200);
    } finally {
      await api.close();
    }
  });

  // docs/interface.md#upgrades-delete-unknown
  it('answers 404 for an unknown id', async () => {
    const reply = await fixture.call('DELETE', '/upgrades/999999999');
    expect(reply.status).to.equal(404);
    expect(reply.body).to.have.property('status', 404);
  });

  // docs/http.md#callers-4
  // docs/reliability.md#read-only-caller
  it('refuses a caller that may see the upgrade but not change it', async () => {
    const { ids } = await scheduled();
    const { token } = await makeUser(fixture.api.deps, fixture.org, { role: 'viewer' });
    expect((await fixture.call('DELETE', `/upgrades/${ids[0]}`, { token })).status).to.equal(403);
    expect((await fixture.call('GET', `/upgrades/${ids[0]}`)).status).to.equal(200);
  });
});
