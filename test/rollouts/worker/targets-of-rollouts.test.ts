import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import { walkTargets } from '../../../shared/rollouts/operations/reconcile/walk-targets.js';
import { NEW, RolloutRunFixture } from '../rollout-run-fixture.js';

describe('targets that name the devices of a rollout', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  /** Takes a device with an offer to a failed installation. */
  async function fail(device: TestDevice): Promise<void> {
    const order = await fixture.offer(device);
    await fixture.beat(device, { upgrade: { id: order.id, state: 'installing' } });
    await fixture.beat(device, { upgrade: { id: order.id, state: 'failure' } });
  }

  async function retried(id: number, body: Record<string, unknown> = {}): Promise<number> {
    const reply = await fixture.organisation.call('POST', `/v1/rollouts/${id}/retry`, { body });
    expect(reply.status, reply.text).to.equal(201);
    const { rollout } = (reply.body as { data: { rollout: { id: number } } }).data;
    await fixture.act(rollout.id, 'start');
    return rollout.id;
  }

  const devicesOf = async (id: number): Promise<number[]> =>
    (await fixture.upgradesOf(id)).map(({ routerInventoryId }) => routerInventoryId);

  // docs/rollouts.md#targets-of-rollouts-1
  // docs/rollouts.md#targets-of-rollouts-2
  it('are those that failed and those that were not reached, narrowed by the causes of a retry', async () => {
    const [failed, upgraded, away] = await fixture.devices(3);
    const { _id: id } = await fixture.dispatched({ gates: { failure_percent: 100 } });
    await fail(failed);
    await fixture.upgrade(upgraded);
    await fixture.soak([upgraded]);
    await fixture.tick();
    fixture.service.clock.advance(31 * 86_400);
    await fixture.service.sweep();
    await fixture.tickUntilIdle();
    expect((await fixture.progress(id)).total).to.include({ failed: 1, success: 1, expired: 1 });
    const all = await retried(id, { stages: [{ percent: 100, soak_minutes: 0 }] });
    await fixture.tickUntilIdle();
    expect(await devicesOf(all)).to.have.members([failed._id, away._id]);
    const installs = await retried(id, { causes: ['install'] });
    await fixture.tickUntilIdle();
    expect(await devicesOf(installs)).to.deep.equal([failed._id]);
  });

  // docs/rollouts.md#targets-of-rollouts-1
  it('select canaries, exclusions and the devices of a stage', async () => {
    const devices = await fixture.devices(4);
    const { _id: id } = await fixture.dispatched({ gates: { failure_percent: 100 } });
    for (const device of devices.slice(0, 3)) await fail(device);
    await fixture.tickUntilIdle();
    const { _id: canaries } = await fixture.dispatched({
      targets: [`rollout:${id}:failed`],
      stages: [{ canary_per_part: 1 }],
    });
    const [canary] = await devicesOf(canaries);
    expect(devices.slice(0, 3).map(({ _id }) => _id)).to.include(canary);
    const { _id: others } = await fixture.dispatched({ exclude: [`rollout:${id}:failed`] });
    expect(await devicesOf(others)).to.deep.equal([devices[3]?._id]);
    const { _id: staged } = await fixture.dispatched({
      stages: [{ targets: [`rollout:${id}:failed`] }, { percent: 100 }],
    });
    expect(await devicesOf(staged)).to.have.members(devices.slice(0, 3).map(({ _id }) => _id));
  });

  // docs/rollouts.md#joiners-1
  it('gain devices that fail while the retry runs', async () => {
    const [first, second] = await fixture.devices(2);
    const { _id: id } = await fixture.dispatched({ gates: { failure_percent: 100 } });
    await fail(first);
    await fixture.tick();
    const retry = await retried(id, { stages: [{ percent: 100, soak_minutes: 60 }] });
    await fixture.tickUntilIdle();
    expect(await devicesOf(retry)).to.deep.equal([first._id]);
    await fixture.beat(second);
    await fail(second);
    fixture.service.clock.advance(60);
    await fixture.tickUntilIdle();
    expect(await devicesOf(retry)).to.have.members([first._id, second._id]);
  });

  // docs/rollouts.md#targets-of-rollouts-1
  it('come once, whatever else names them', async () => {
    const devices = await fixture.devices(3);
    const { _id: id } = await fixture.dispatched({ gates: { failure_percent: 100 } });
    for (const device of devices) await fail(device);
    await fixture.tickUntilIdle();
    const [failed, upgraded] = [`rollout:${id}:failed`, `rollout:${id}:upgraded`];
    const { models } = fixture.service.deps.mongo;
    // They failed in their soak and came back: two targets name them.
    await models.upgrades.updateMany({ rolloutId: id }, { $set: { cause: 'went_silent' } });
    await models.devices.updateMany(
      { organisationId: fixture.organisation.org },
      { $set: { firmwareVersion: NEW } },
    );
    const { _id: retry } = await fixture.started({ targets: [failed] });
    const rollout = await fixture.rollout(retry);
    const walked = async (targets: string[]): Promise<number[]> => {
      const seen: number[] = [];
      const named = { ...rollout, settings: { ...rollout.settings, targets } };
      for await (const batch of walkTargets(fixture.service.deps, named))
        seen.push(...batch.devices.map(({ _id }) => _id));
      return seen;
    };
    const ids = devices.map(({ _id }) => _id);
    expect(await walked([failed, upgraded])).to.have.members(ids);
    expect(await walked([upgraded, `network:${fixture.organisation.network._id}`])).to.have.members(ids);
  });

  it('are read in batches of 1,000 by stage, status and order', async () => {
    await fixture.devices(1);
    const { _id: id } = await fixture.dispatched();
    const { models } = fixture.service.deps.mongo;
    const first = await models.upgrades.findOne({ rolloutId: id }).lean().orFail();
    const copies = Array.from({ length: 1005 }, (_, index) => ({
      ...first,
      _id: fixture.organisation.org * 100_000 + index,
      routerInventoryId: fixture.organisation.org * 100_000 + index,
      status: 'Failed' as const,
      inFlight: false,
      // The keys of the order repeat.
      rolloutOrder: String(Math.floor(index / 2)).padStart(16, '0'),
    }));
    await models.upgrades.collection.insertMany(copies as never[]);
    const { rolloutMembers } = fixture.service.deps.stores;
    const target = { target: `rollout:${id}:failed`, rolloutId: id, kind: 'failed', causes: [] } as const;
    const [group] = await rolloutMembers.groups(fixture.organisation.org, [target]);
    if (!group) throw new Error('There is no group');
    const batch = await rolloutMembers.batch(fixture.organisation.org, group, null);
    const rest = await rolloutMembers.batch(fixture.organisation.org, group, batch.next);
    expect(batch.deviceIds).to.have.length(1000);
    expect(rest.next).to.equal(null);
    const ids = copies.map(({ routerInventoryId }) => routerInventoryId);
    expect([...batch.deviceIds, ...rest.deviceIds]).to.deep.equal(ids);
  });
});
