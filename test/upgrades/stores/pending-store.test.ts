import { expect } from 'chai';
import { bulkEntry, CLI } from '../../../shared/audit/domain/audit-entry.js';
import { writeScope } from '../../../shared/access/domain/access.js';
import type { IdSource } from '../../../shared/platform/mongo/ids.js';
import { createPendingStore, type PendingStore } from '../../../shared/upgrades/stores/pending-store.js';
import type { ScheduleRecord } from '../../../shared/upgrades/models/schedule.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

describe('the store of pending upgrades, when they change between its read and its write', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let held: TestDevice;
  let fresh: TestDevice;
  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    fixture = await service.fixture();
    [held, fresh] = [await fixture.device(), await fixture.device()];
    await fixture.post({ aps: [`AP:${held._id}`] });
  });

  /** A store that runs a callback once, between reading the pending upgrades and writing. */
  function interrupted(meanwhile: () => Promise<unknown>): PendingStore {
    let done = false;
    const ids: IdSource = {
      ...service.deps.stores.ids,
      async reserve(sequence, count) {
        if (!done) {
          done = true;
          await meanwhile();
        }
        return service.deps.stores.ids.reserve(sequence, count);
      },
    };
    return createPendingStore(service.deps.mongo.models, ids);
  }

  /** A store before each of whose changes of upgrades the next of these requests changes the one of `held`. */
  function overtaken(requests: ScheduleRecord[]): PendingStore {
    const { models } = service.deps.mongo;
    const upgrades = Object.create(models.upgrades) as typeof models.upgrades;
    upgrades.bulkWrite = async (...changes: Parameters<typeof upgrades.bulkWrite>) => {
      const [next] = requests.splice(0, 1);
      if (next) await service.deps.stores.pending.put(next, [held], service.clock.now());
      return models.upgrades.bulkWrite(...changes);
    };
    return createPendingStore({ ...models, upgrades }, service.deps.stores.ids);
  }

  /** A schedule later than all others. */
  async function schedule(): Promise<ScheduleRecord> {
    return { ...(await service.schedule()), _id: await service.deps.stores.ids.reserve('schedules') };
  }

  it('creates another upgrade for a device whose pending one has been dispatched', async () => {
    const newer = await schedule();
    const put = await interrupted(() => service.dispatch()).put(newer, [held, fresh], service.clock.now());
    expect(put).to.deep.equal(['created', 'created']);
    const [first, second, ...more] = await service.upgrades(held);
    expect(more).to.deep.equal([]);
    expect([first?.status, second?.status]).to.deep.equal(['Queued', '']);
    expect(second?.scheduleId).to.equal(newer._id);
  });

  it('creates another upgrade for a device whose pending one has been deleted', async () => {
    const newer = await schedule();
    const { _id } = await service.latest(held);
    const deletion = () => fixture.call('DELETE', `/upgrades/${_id}`);
    await interrupted(deletion).put(newer, [held, fresh], service.clock.now());
    const [upgrade, ...more] = await service.upgrades(held);
    expect(more).to.deep.equal([]);
    expect(upgrade?.scheduleId).to.equal(newer._id);
  });

  it('changes an upgrade that an earlier request has created', async () => {
    const earlier = await schedule();
    const newer = await schedule();
    const other = () => service.deps.stores.pending.put(earlier, [fresh], service.clock.now());
    const put = await interrupted(other).put(newer, [held, fresh], service.clock.now());
    expect(put).to.deep.equal(['updated', 'updated']);
    expect((await service.latest(fresh)).formerScheduleIds).to.deep.equal([earlier._id]);
    const [upgrade, ...more] = await service.upgrades(fresh);
    expect(more).to.deep.equal([]);
    expect(upgrade?.scheduleId).to.equal(newer._id);
  });

  it('keeps an upgrade that a later request has created', async () => {
    const newer = await schedule();
    const later = await schedule();
    const other = () => service.deps.stores.pending.put(later, [held, fresh], service.clock.now());
    await interrupted(other).put(newer, [held, fresh], service.clock.now());
    for (const device of [held, fresh]) {
      const upgrades = await service.upgrades(device);
      expect(upgrades.map((upgrade) => upgrade.scheduleId)).to.deep.equal([later._id]);
    }
  });

  it('takes over an upgrade that earlier requests change before each of its writes', async () => {
    const earlier = [];
    for (let count = 0; count < 6; count += 1) earlier.push(await schedule());
    const former = earlier.map((request) => request._id);
    const latest = await schedule();
    await overtaken(earlier).put(latest, [held], service.clock.now());
    const [upgrade, ...more] = await service.upgrades(held);
    expect(more).to.deep.equal([]);
    expect(upgrade?.scheduleId).to.equal(latest._id);
    expect(upgrade?.formerScheduleIds).to.include.members(former);
  });

  it('creates no second upgrade of the same schedule for a device, in whichever status the first is', async () => {
    const schedule = await service.schedule();
    await service.dispatch();
    const before = await service.upgrades(held);
    await service.deps.stores.pending.put(schedule, [held], service.clock.now());
    expect(await service.upgrades(held)).to.deep.equal(before);
  });

  it('leaves each device the upgrade of the latest of many simultaneous requests', async () => {
    const requests = await Promise.all(Array.from({ length: 12 }, () => schedule()));
    const puts = requests.map((request) =>
      service.deps.stores.pending.put(request, [held, fresh], service.clock.now()),
    );
    await Promise.all(puts);
    const latest = Math.max(...requests.map((request) => request._id));
    for (const device of [held, fresh]) {
      const upgrades = await service.upgrades(device);
      expect(upgrades.map((upgrade) => upgrade.scheduleId)).to.deep.equal([latest]);
    }
  });

  const entry = () =>
    bulkEntry(
      { organisationId: fixture.org, at: service.clock.now(), action: 'tested', kind: 'devices' },
      CLI,
    );

  it('writes the new network of a device that has moved', async () => {
    const { network } = fixture;
    const move = () =>
      service.deps.stores.networkAssignment.assign(writeScope(fixture.admin.caller), [held._id, fresh._id], {
        network,
        at: service.clock.now(),
        entry: entry(),
      });
    const newer = await schedule();
    await interrupted(move).put(newer, [held, fresh], service.clock.now());
    for (const device of [held, fresh]) {
      expect(await service.latest(device)).to.include({ status: '', locationNetworkId: network._id });
    }
  });

  it('cancels the upgrade of a device that has been removed', async () => {
    const ids = [held._id, fresh._id];
    const remove = () =>
      service.deps.stores.removal.remove(writeScope(fixture.admin.caller), ids, service.clock.now(), entry());
    await interrupted(remove).put(await schedule(), [held, fresh], service.clock.now());
    for (const device of [held, fresh]) {
      expect(await service.latest(device)).to.include({ status: 'Cancelled' });
    }
  });
});
