import { expect } from 'chai';
import { TestService } from '../../fixtures/records/test-service.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const PAIRS = 10;
const SOON = { schedule_type: 'later', schedule_at: '2026-06-16 12:00', time_zone: 'UTC' };
const NEVER_TWICE = 'upgrades of one device';

interface Scheduled {
  readonly device: TestDevice;
  readonly id: number;
}

/** An edit form sends the target that the upgrade shows. */
const FORMS: Record<string, (one: Scheduled) => { aps?: string[] }> = {
  'without aps': () => ({}),
  'with the aps of its device': ({ device }) => ({ aps: [`AP:${device._id}`] }),
};

describe('an update of a pending upgrade that races', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  beforeEach(async () => {
    service = await TestService.open();
    fixture = await service.fixture();
  });
  afterEach(() => service.close());

  async function scheduled(count: number): Promise<Scheduled[]> {
    const devices = await Promise.all(Array.from({ length: count }, () => fixture.device()));
    service.clock.set(new Date('2026-06-16T11:00:00Z'));
    const reply = await fixture.post({ ...SOON, aps: devices.map(({ _id }) => `AP:${_id}`) });
    expect(reply.status, reply.text).to.equal(200);
    return Promise.all(devices.map(async (device) => ({ device, id: (await service.latest(device))._id })));
  }

  /** Runs an action when the next update has read its upgrade, and before it writes anything of effect. */
  function betweenReadAndWrite(action: () => Promise<void>): void {
    service.failpoint = async (step) => {
      if (step !== 'change-prepared' && step !== 'schedule-written') return;
      service.failpoint = () => undefined;
      await action();
    };
  }

  const patch = (id: number, upgrade: Record<string, unknown>) =>
    fixture.call('PATCH', `/upgrades/${id}`, { body: { upgrade } });

  for (const [form, apsOf] of Object.entries(FORMS)) {
    const change = (one: Scheduled, upgrade: Record<string, unknown>) =>
      patch(one.id, { ...upgrade, ...apsOf(one) });

    it(`with its deletion leaves no upgrade, and is refused if the deletion is first (${form})`, async () => {
      for (const one of await scheduled(PAIRS)) {
        const [changed, deleted] = await Promise.all([
          change(one, { schedule_at: '2026-06-16 13:00' }),
          fixture.call('DELETE', `/upgrades/${one.id}`),
        ]);
        expect(deleted.status).to.equal(200);
        expect(changed.status, changed.text).to.be.oneOf([200, 404]);
        expect(await service.upgrades(one.device), NEVER_TWICE).to.deep.equal([]);
      }
    });

    // docs/reliability.md#edit-after-deletion
    it(`with a deletion between its read and its write is refused and creates nothing (${form})`, async () => {
      const [one] = await scheduled(1);
      if (!one) throw new Error('nothing was scheduled');
      betweenReadAndWrite(async () => {
        expect((await fixture.call('DELETE', `/upgrades/${one.id}`)).status).to.equal(200);
      });
      const reply = await change(one, { save_prev_config: true });
      expect([reply.status, await service.upgrades(one.device)]).to.deep.equal([404, []]);
    });

    it(`with the due time either moves the upgrade or is refused, and never duplicates it (${form})`, async () => {
      const all = await scheduled(PAIRS);
      service.clock.set(new Date('2026-06-16T11:59:59.990Z'));
      const changes = all.map((one) =>
        change(one, { schedule_at: '2026-06-16 13:00', upgrade_type: 'manual', version: '1.9.0' }),
      );
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

    it(`with a dispatch between its read and its write is refused, with or without a new time (${form})`, async () => {
      for (const fields of [{ schedule_at: '2026-06-16 13:00' }, { save_prev_config: true }]) {
        const [one] = await scheduled(1);
        if (!one) throw new Error('nothing was scheduled');
        betweenReadAndWrite(async () => {
          service.clock.set(new Date('2026-06-16T12:00:00Z'));
          await service.dispatch();
        });
        const reply = await change(one, fields);
        expect([reply.status, (await service.latest(one.device)).status]).to.deep.equal([422, 'Queued']);
        service.clock.set(new Date('2026-06-16T13:00:00Z'));
        await service.dispatch();
        expect(await service.upgrades(one.device)).to.have.length(1);
      }
    });
  }

  // docs/interface.md#upgrades-update-3
  it('with its deletion gives the other devices of aps an upgrade only if it is first', async () => {
    const [one] = await scheduled(1);
    if (!one) throw new Error('nothing was scheduled');
    const other = await fixture.device();
    betweenReadAndWrite(async () => {
      await fixture.call('DELETE', `/upgrades/${one.id}`);
    });
    const reply = await patch(one.id, { aps: [`AP:${other._id}`, `AP:${one.device._id}`] });
    expect(reply.status, reply.text).to.equal(404);
    expect(await service.upgrades(other)).to.deep.equal([]);
  });

  // docs/interface.md#upgrades-update-3
  it('with a network and then its deletion leaves the network to the other devices', async () => {
    service.clock.set(new Date('2026-06-16T11:00:00Z'));
    const { network } = fixture;
    const [one, other] = [await fixture.device({ network }), await fixture.device({ network })];
    await fixture.post({ ...SOON, aps: [`AP:${one._id}`] });
    const { _id: id } = await service.latest(one);
    let deleted = 0;
    service.failpoint = async (step) => {
      if (step !== 'schedule-written') return;
      service.failpoint = () => undefined;
      deleted = (await fixture.call('DELETE', `/upgrades/${id}`)).status;
    };
    const reply = await patch(id, { aps: [`network:${network._id}`] });
    expect([reply.status, deleted]).to.deep.equal([200, 200]);
    const { deps } = service;
    const move = { $set: { networkSince: new Date('2026-06-16T11:30:00Z') } };
    await deps.mongo.models.devices.updateOne({ _id: one._id }, move);
    service.clock.set(new Date('2026-06-16T12:00:00Z'));
    await service.dispatch();
    expect(await service.upgrades(one)).to.deep.equal([]);
    expect((await service.upgrades(other)).map(({ status }) => status)).to.deep.equal(['Queued']);
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
