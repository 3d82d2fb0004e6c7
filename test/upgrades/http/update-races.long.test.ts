import { expect } from 'chai';
import { TestService } from '../../fixtures/records/test-service.js';
import { makeDevices, type TestDevice } from '../../fixtures/records/device.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import type { Reply } from '../../fixtures/api.js';
import { eventually } from '../../fixtures/eventually.js';

const AROUND_THE_DUE_TIME = 500;
const BESIDE_A_DELETION = 200;
const AT_ONCE = 20;
const DUE = '2026-06-16T12:00:00Z';

describe('many updates with aps of a pending upgrade', function () {
  this.timeout(1_800_000);
  let service: TestService;
  let fixture: UpgradeFixture;
  beforeEach(async () => {
    service = await TestService.open({ RATE_LIMIT_PER_MINUTE: '0' });
    fixture = await service.fixture();
  });
  afterEach(() => service.close());

  async function scheduled(count: number): Promise<{ device: TestDevice; id: number }[]> {
    service.clock.set(new Date('2026-06-16T11:00:00Z'));
    const { org, part } = fixture;
    const devices = await makeDevices(service.deps, org, count, () => ({ part }));
    const later = { schedule_type: 'later', schedule_at: '2026-06-16 12:00', time_zone: 'UTC' };
    const reply = await fixture.post({ ...later, aps: devices.map(({ _id }) => `AP:${_id}`) });
    expect(reply.status, reply.text).to.equal(200);
    const ids = devices.map(({ _id }) => _id);
    const upgrades = await service.deps.mongo.models.upgrades
      .find({ routerInventoryId: { $in: ids } })
      .lean();
    const idOf = new Map(upgrades.map(({ _id, routerInventoryId }) => [routerInventoryId, _id]));
    return devices.map((device) => ({ device, id: idOf.get(device._id) ?? 0 }));
  }

  /** Repeats a request that a busy service has refused. */
  const served = (send: () => Promise<Reply>): Promise<Reply> =>
    eventually('the request is served', async () => {
      const reply = await send();
      return reply.status !== 503 && reply;
    });
  const put = ({ id, device }: { id: number; device: TestDevice }) =>
    served(() =>
      fixture.call('PUT', `/upgrades/${id}`, {
        body: { upgrade: { aps: [`AP:${device._id}`], save_prev_config: true, time_zone: 'UTC' } },
      }),
    );
  const remove = ({ id }: { id: number }) => served(() => fixture.call('DELETE', `/upgrades/${id}`));

  // docs/interface.md#upgrades-update-3
  it('insert none around the due time', async () => {
    const all = await scheduled(AROUND_THE_DUE_TIME);
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const batch = all.slice(at, at + AT_ONCE);
      // The dispatch is in the middle of the batches.
      const isDue = at === AROUND_THE_DUE_TIME / 2;
      if (isDue) service.clock.set(new Date(DUE));
      const dispatched = isDue ? service.dispatch() : undefined;
      const replies = await Promise.all(batch.map(put));
      await dispatched;
      for (const [index, { device, id }] of batch.entries()) {
        const upgrades = await service.upgrades(device);
        expect(upgrades.map(({ _id }) => _id)).to.deep.equal([id]);
        const isChanged = replies[index]?.status === 200;
        expect(replies[index]?.status).to.be.oneOf([200, 422]);
        expect(upgrades[0]?.savePrevConfig).to.equal(isChanged);
      }
    }
  });

  // docs/interface.md#upgrades-update-3
  it('insert none beside deletions', async () => {
    const all = await scheduled(BESIDE_A_DELETION);
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const batch = all.slice(at, at + AT_ONCE);
      const replies = await Promise.all(
        batch.flatMap((one, index) => {
          const requests = [() => put(one), () => remove(one)];
          return (index % 2 === 0 ? requests : requests.reverse()).map((send) => send());
        }),
      );
      for (const reply of replies) expect(reply.status, reply.text).to.be.oneOf([200, 404]);
      for (const { device } of batch) expect(await service.upgrades(device)).to.deep.equal([]);
    }
  });
});
