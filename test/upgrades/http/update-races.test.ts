import { expect } from 'chai';
import { TestService } from '../../fixtures/records/test-service.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const PAIRS = 60;
const SOON = { schedule_type: 'later', schedule_at: '2026-06-16 12:00', time_zone: 'UTC' };
const NEVER_TWICE = 'upgrades of one device';

describe('an update of a pending upgrade that races', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  beforeEach(async () => {
    service = await TestService.open();
    fixture = await service.fixture();
  });
  afterEach(() => service.close());

  async function scheduled(count: number): Promise<{ device: TestDevice; id: number }[]> {
    const devices = await Promise.all(Array.from({ length: count }, () => fixture.device()));
    service.clock.set(new Date('2026-06-16T11:00:00Z'));
    const reply = await fixture.post({ ...SOON, aps: devices.map(({ _id }) => `AP:${_id}`) });
    expect(reply.status, reply.text).to.equal(200);
    return Promise.all(devices.map(async (device) => ({ device, id: (await service.latest(device))._id })));
  }

  const patch = (id: number, upgrade: Record<string, unknown>) =>
    fixture.call('PATCH', `/upgrades/${id}`, { body: { upgrade } });

  it('with its deletion leaves no upgrade, and is refused if the deletion is first', async () => {
    for (const { device, id } of await scheduled(PAIRS)) {
      const [changed, deleted] = await Promise.all([
        patch(id, { schedule_at: '2026-06-16 13:00' }),
        fixture.call('DELETE', `/upgrades/${id}`),
      ]);
      expect(deleted.status).to.equal(200);
      expect(changed.status, changed.text).to.be.oneOf([200, 404]);
      expect(await service.upgrades(device), NEVER_TWICE).to.deep.equal([]);
    }
  });

  it('with a deletion between its read and its write is refused and creates nothing', async () => {
    const [one] = await scheduled(1);
    if (!one) throw new Error('nothing was scheduled');
    service.failpoint = async (step) => {
      if (step !== 'change-prepared') return;
      service.failpoint = () => undefined;
      expect((await fixture.call('DELETE', `/upgrades/${one.id}`)).status).to.equal(200);
    };
    const reply = await patch(one.id, { save_prev_config: true });
    expect(reply.status).to.equal(404);
    expect(await service.upgrades(one.device)).to.deep.equal([]);
  });

  it('with the due time either moves the upgrade or is refused, and never duplicates it', async () => {
    const all = await scheduled(PAIRS);
    service.clock.set(new Date('2026-06-16T11:59:59.990Z'));
    const changes = all.map(({ id }) => patch(id, { schedule_at: '2026-06-16 13:00', version: '1.9.0' }));
    service.clock.set(new Date('2026-06-16T12:00:00Z'));
    await service.dispatch();
    const replies = await Promise.all(changes);
    for (const [index, { device }] of all.entries()) {
      const upgrades = await service.upgrades(device);
      expect(upgrades, NEVER_TWICE).to.have.length(1);
      const status = replies[index]?.status;
      expect([status, upgrades[0]?.status]).to.deep.equal(status === 200 ? [200, ''] : [422, 'Queued']);
    }
    service.clock.set(new Date('2026-06-16T13:00:00Z'));
    await service.dispatch();
    for (const { device } of all) {
      expect((await service.upgrades(device)).map(({ status }) => status)).to.deep.equal(['Queued']);
    }
  });

  it('with a dispatch between its read and its write is refused, with or without a new time', async () => {
    const [one] = await scheduled(1);
    if (!one) throw new Error('nothing was scheduled');
    service.failpoint = async (step) => {
      if (step !== 'change-prepared') return;
      service.failpoint = () => undefined;
      service.clock.set(new Date('2026-06-16T12:00:00Z'));
      await service.dispatch();
    };
    const reply = await patch(one.id, { schedule_at: '2026-06-16 13:00' });
    expect([reply.status, (await service.latest(one.device)).status]).to.deep.equal([422, 'Queued']);
    service.clock.set(new Date('2026-06-16T13:00:00Z'));
    await service.dispatch();
    expect(await service.upgrades(one.device)).to.have.length(1);
  });

  it('with other updates of the same upgrade loses no change', async () => {
    const [one] = await scheduled(1);
    if (!one) throw new Error('nothing was scheduled');
    const replies = await Promise.all([
      patch(one.id, { save_prev_config: true }),
      patch(one.id, { upgrade_type: 'manual', version: '1.9.0' }),
      patch(one.id, { schedule_at: '2026-06-16 13:00' }),
    ]);
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const upgrade = await service.latest(one.device);
    expect(upgrade).to.include({ savePrevConfig: true, version: '1.9.0', status: '' });
    expect(upgrade.dueAt.toISOString()).to.equal('2026-06-16T13:00:00.000Z');
  });
});
