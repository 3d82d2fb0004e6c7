import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { tickRollout } from '../../../shared/rollouts/operations/reconcile/tick-rollout.js';
import { eventually } from '../../fixtures/eventually.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { RolloutBed } from '../rollout-bed.js';

/** A tick that stalls at a failpoint until `resume` is called. */
interface StalledTick {
  resume(): Promise<void>;
}

describe('a worker that stalls in a tick of a rollout while another one continues', () => {
  let bed: RolloutBed;
  beforeEach(async () => {
    bed = await RolloutBed.open();
  });
  afterEach(() => bed.close());

  async function stallAt(id: number, failpoint: Failpoint): Promise<StalledTick> {
    const rollout = await bed.rollout(id);
    let isStalled = false;
    let goOn = (): void => undefined;
    const resumed = new Promise<void>((resolve) => (goOn = resolve));
    const deps = {
      ...bed.service.deps,
      failpoint: async (step: Failpoint) => {
        if (step !== failpoint) return;
        isStalled = true;
        await resumed;
      },
    };
    bed.service.clock.advance(1);
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
    const devices = await bed.devices(2);
    bed.service.clock.advance(200);
    const { _id: id } = await bed.started({ max_in_flight: 1 });
    await eventually('the stage is bound', async () => {
      if ((await bed.rollout(id)).stages[0]?.state === 'Running') return true;
      await bed.tick();
      return false;
    });
    for (const device of devices) await bed.beat(device);
    return { id, devices };
  }

  async function slotsOf(id: number): Promise<number[]> {
    const held = (await bed.upgradesOf(id)).filter(({ rollout, inFlight }) => inFlight && rollout?.slot);
    return held.map(({ routerInventoryId }) => routerInventoryId);
  }

  // docs/reliability.md#tick-stalls-before-its-write
  it('writes nothing when the other one has ticked in between', async () => {
    const { id, devices } = await withOneSlot();
    const [first] = devices;
    const stalled = await stallAt(id, 'tick-decided');
    await bed.tick(2);
    const [holder] = await slotsOf(id);
    const upgraded = devices.find(({ _id }) => _id === holder) ?? first;
    if (!upgraded) throw new Error('No device has a slot');
    await bed.upgrade(upgraded);
    await bed.soak([upgraded]);
    await bed.tick(2);
    const before = await bed.rollout(id);
    expect(before.stages[0]?.ended.Success).to.equal(1);
    await stalled.resume();
    expect((await bed.rollout(id)).seq).to.equal(before.seq);
    expect((await bed.progress(id)).total).to.include({ devices: 2, success: 1 });
  });

  // docs/reliability.md#tick-stalls-after-its-write
  it('dispatches nothing that the other one has dispatched and taken back', async () => {
    const { id, devices } = await withOneSlot();
    const stalled = await stallAt(id, 'tick-written');
    await bed.tick();
    const [missed] = await slotsOf(id);
    const other = devices.find(({ _id }) => _id !== missed);
    if (!other) throw new Error('Both devices have a slot');
    // The offer is missed, and only the other device is heard again.
    bed.service.clock.advance(200);
    await bed.service.sweep();
    await bed.beat(other);
    await bed.tick(3);
    expect(await slotsOf(id)).to.deep.equal([other._id]);
    await stalled.resume();
    expect(await slotsOf(id)).to.deep.equal([other._id]);
  });
});
