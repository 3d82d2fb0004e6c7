import { expect } from 'chai';
import { UpgradeStage } from '../../fixtures/records/upgrade-stage.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import type { UpgradeWorld } from '../../fixtures/records/upgrade-world.js';

const PAIRS = 60;
const SOON = { schedule_type: 'later', schedule_at: '2026-06-16 12:00', time_zone: 'UTC' };
const NEVER_TWICE = 'upgrades of one device';

describe('an update of a pending upgrade that races', () => {
  let stage: UpgradeStage;
  let world: UpgradeWorld;
  beforeEach(async () => {
    stage = await UpgradeStage.open();
    world = await stage.world();
  });
  afterEach(() => stage.close());

  async function scheduled(count: number): Promise<{ device: TestDevice; id: number }[]> {
    const devices = await Promise.all(Array.from({ length: count }, () => world.device()));
    stage.clock.set(new Date('2026-06-16T11:00:00Z'));
    const reply = await world.post({ ...SOON, aps: devices.map(({ _id }) => `AP:${_id}`) });
    expect(reply.status, reply.text).to.equal(200);
    return Promise.all(devices.map(async (device) => ({ device, id: (await stage.latest(device))._id })));
  }

  const patch = (id: number, upgrade: Record<string, unknown>) =>
    world.call('PATCH', `/upgrades/${id}`, { body: { upgrade } });

  it('with its deletion leaves nothing, and is refused when the deletion came first', async () => {
    for (const { device, id } of await scheduled(PAIRS)) {
      const [changed, deleted] = await Promise.all([
        patch(id, { schedule_at: '2026-06-16 13:00' }),
        world.call('DELETE', `/upgrades/${id}`),
      ]);
      expect(deleted.status).to.equal(200);
      expect(changed.status, changed.text).to.be.oneOf([200, 404]);
      expect(await stage.upgrades(device), NEVER_TWICE).to.deep.equal([]);
    }
  });

  it('with the deletion between its read and its write is refused and creates nothing', async () => {
    const [one] = await scheduled(1);
    if (!one) throw new Error('nothing was scheduled');
    stage.reach = async (step) => {
      if (step !== 'change-prepared') return;
      stage.reach = () => undefined;
      expect((await world.call('DELETE', `/upgrades/${one.id}`)).status).to.equal(200);
    };
    const reply = await patch(one.id, { save_prev_config: true });
    expect(reply.status).to.equal(404);
    expect(await stage.upgrades(one.device)).to.deep.equal([]);
  });

  it('with the due second either moves the upgrade or is refused, and never doubles it', async () => {
    const all = await scheduled(PAIRS);
    stage.clock.set(new Date('2026-06-16T11:59:59.990Z'));
    const changes = all.map(({ id }) => patch(id, { schedule_at: '2026-06-16 13:00', version: '1.9.0' }));
    stage.clock.set(new Date('2026-06-16T12:00:00Z'));
    await stage.release();
    const replies = await Promise.all(changes);
    for (const [index, { device }] of all.entries()) {
      const upgrades = await stage.upgrades(device);
      expect(upgrades, NEVER_TWICE).to.have.length(1);
      const status = replies[index]?.status;
      expect([status, upgrades[0]?.status]).to.deep.equal(status === 200 ? [200, ''] : [422, 'Queued']);
    }
    stage.clock.set(new Date('2026-06-16T13:00:00Z'));
    await stage.release();
    for (const { device } of all) {
      expect((await stage.upgrades(device)).map(({ status }) => status)).to.deep.equal(['Queued']);
    }
  });

  it('with the dispatch between its read and its write is refused, whichever time it asks for', async () => {
    const [one] = await scheduled(1);
    if (!one) throw new Error('nothing was scheduled');
    stage.reach = async (step) => {
      if (step !== 'change-prepared') return;
      stage.reach = () => undefined;
      stage.clock.set(new Date('2026-06-16T12:00:00Z'));
      await stage.release();
    };
    const reply = await patch(one.id, { schedule_at: '2026-06-16 13:00' });
    expect([reply.status, (await stage.latest(one.device)).status]).to.deep.equal([422, 'Queued']);
    stage.clock.set(new Date('2026-06-16T13:00:00Z'));
    await stage.release();
    expect(await stage.upgrades(one.device)).to.have.length(1);
  });

  it('with other updates of the same upgrade keeps the fields of all', async () => {
    const [one] = await scheduled(1);
    if (!one) throw new Error('nothing was scheduled');
    const replies = await Promise.all([
      patch(one.id, { save_prev_config: true }),
      patch(one.id, { upgrade_type: 'manual', version: '1.9.0' }),
      patch(one.id, { schedule_at: '2026-06-16 13:00' }),
    ]);
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const upgrade = await stage.latest(one.device);
    expect(upgrade).to.include({ savePrevConfig: true, version: '1.9.0', status: '' });
    expect(upgrade.dueAt.toISOString()).to.equal('2026-06-16T13:00:00.000Z');
  });
});
