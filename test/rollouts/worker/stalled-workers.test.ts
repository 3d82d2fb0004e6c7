import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { tickRollout } from '../../../shared/rollouts/operations/reconcile/tick-rollout.js';
import { eventually } from '../../fixtures/eventually.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { RolloutRunFixture } from '../rollout-run-fixture.js';

/** A tick that stalls at a failpoint until `resume` is called. */
interface StalledTick {
  resume(): Promise<void>;
}

describe('a worker that stalls in a tick of a rollout while another one continues', () => {
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open();
  });
  afterEach(() => fixture.close());

  async function stallAt(id: number, failpoint: Failpoint): Promise<StalledTick> {
    const rollout = await fixture.rollout(id);
    let isStalled = false;
    let goOn = (): void => undefined;
    const resumed = new Promise<void>((resolve) => (goOn = resolve));
    const deps = {
      ...fixture.service.deps,
      failpoint: async (step: Failpoint) => {
        if (step !== failpoint) return;
        isStalled = true;
        await resumed;
      },
    };
    fixture.service.clock.advance(1);
    // The lease seems to be held still: the conditions of the writes have to suffice.
    const ended = tickRollout(deps, rollout, { check: () => Promise.resolve() });
    await eventually('the stalled tick', () => isStalled);
    return {
      async resume() {
        goOn();
        await ended;
      },
    };
  }

  /** A rollout with one slot for two devices, which come up when its stage is bound: the next tick dispatches. */
  async function withOneSlot(): Promise<{ id: number; devices: readonly TestDevice[] }> {
    const devices = await fixture.devices(2);
    fixture.service.clock.advance(200);
    const { _id: id } = await fixture.started({ max_in_flight: 1 });
    await eventually('the stage is bound', async () => {
      if ((await fixture.rollout(id)).stages[0]?.state === 'Running') return true;
      await fixture.tick();
      return false;
    });
    for (const device of devices) await fixture.beat(device);
    return { id, devices };
  }

  async function slotsOf(id: number): Promise<number[]> {
    const held = (await fixture.upgradesOf(id)).filter(({ hasSlot, inFlight }) => inFlight && hasSlot);
    return held.map(({ routerInventoryId }) => routerInventoryId);
  }

  // docs/reliability.md#tick-stalls-before-its-write
  it('writes nothing when the other one has ticked in between', async () => {
    const { id, devices } = await withOneSlot();
    const [first] = devices;
    const stalled = await stallAt(id, 'tick-decided');
    await fixture.tickUntilIdle();
    const [holder] = await slotsOf(id);
    const upgraded = devices.find(({ _id }) => _id === holder) ?? first;
    if (!upgraded) throw new Error('No device has a slot');
    await fixture.upgrade(upgraded);
    await fixture.soak([upgraded]);
    await fixture.tickUntilIdle();
    const before = await fixture.rollout(id);
    expect(before.stages[0]?.ended.Success).to.equal(1);
    await stalled.resume();
    expect((await fixture.rollout(id)).seq).to.equal(before.seq);
    expect((await fixture.progress(id)).total).to.include({ devices: 2, success: 1 });
  });

  // docs/reliability.md#tick-stalls-after-its-write
  it('dispatches nothing that the other one has dispatched and taken back', async () => {
    const { id, devices } = await withOneSlot();
    const stalled = await stallAt(id, 'tick-written');
    await fixture.tick();
    const [missed] = await slotsOf(id);
    const other = devices.find(({ _id }) => _id !== missed);
    if (!other) throw new Error('Both devices have a slot');
    // The offer is missed, and only the other device is heard again.
    fixture.service.clock.advance(200);
    await fixture.service.sweep();
    await fixture.beat(other);
    await fixture.tickUntilIdle();
    expect(await slotsOf(id)).to.deep.equal([other._id]);
    await stalled.resume();
    expect(await slotsOf(id)).to.deep.equal([other._id]);
  });
});
