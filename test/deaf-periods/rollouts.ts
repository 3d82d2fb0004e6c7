import { expect } from 'chai';
import { runLoop } from '../../dev/run-loop.js';
import type { TestDevice } from '../fixtures/records/device.js';
import { NEW, RolloutRunFixture } from '../rollouts/rollout-run-fixture.js';
import { DeafPeriodFixture } from './deaf-period-fixture.js';

const DOWN_AFTER_S = 180;
const GRACE_S = DOWN_AFTER_S + 2 * 60;
/** How long an upgrade keeps a slot without being offered. */
const OFFER_S = 180;
const STEP_S = 60;
const SOAK_MINUTES = 10;
const TICK_S = 12;

/** @param factor how long nothing is heard, as a multiple of DOWN_AFTER_S */
export function describeRollout(factor: number): void {
  // docs/reliability.md#deaf-periods-4
  describe(`a rollout after ${factor} times DOWN_AFTER_S in which nothing is heard`, () => {
    const length = factor * DOWN_AFTER_S;
    let fixture: RolloutRunFixture;
    let others: DeafPeriodFixture;
    beforeEach(async () => {
      fixture = await RolloutRunFixture.open();
      others = new DeafPeriodFixture(fixture.service);
    });
    afterEach(() => fixture.close());

    const sweep = async (): Promise<void> => {
      await fixture.service.sweep();
    };
    const tick = async (): Promise<void> => {
      await runLoop('rollouts', fixture.service.deps);
    };
    /** The others are heard, and the rollout is ticked once it is known that they are. */
    const goOn = async (seconds: number, upgraded: readonly TestDevice[] = []): Promise<void> => {
      for (let left = seconds; left > 0; left -= TICK_S) {
        await others.heard(Math.min(left, TICK_S));
        for (const device of upgraded) await fixture.beat(device, { firmware_version: NEW });
        await tick();
      }
    };

    it('does not end an upgrade that its device has ignored twice and was offered before', async () => {
      const [device] = await fixture.devices(1);
      await fixture.dispatched({ retry: { step_timeout_minutes: STEP_S / 60 } });
      for (let ignored = 0; ignored < 2; ignored += 1) {
        await fixture.offer(device);
        fixture.service.clock.advance(STEP_S + 1);
        await fixture.beat(device);
        await sweep();
        await fixture.tickUntilIdle();
      }
      const order = await fixture.offer(device);
      await others.clear();
      await others.outage(length, { each: sweep });
      await others.heard(12);
      await sweep();
      expect(await fixture.service.latest(device)).to.include({
        status: 'Queued',
        hasSlot: true,
        ignored: 2,
      });
      await fixture.beat(device, { upgrade: { id: order.id, state: 'downloading' } });
      expect(await fixture.service.latest(device)).to.include({ status: 'Downloading' });
    });

    it('leaves a slot with an upgrade that was not offered, until its device stays silent after the grace', async () => {
      const devices = await fixture.devices(2);
      const [heard, dead] = devices;
      const { _id: id } = await fixture.dispatched();
      await others.clear();
      await goOn(OFFER_S - 30);
      await others.outage(length, { each: sweep });
      await others.heard(24);
      await sweep();
      expect((await fixture.upgradesOf(id)).map(({ hasSlot }) => hasSlot)).to.deep.equal([true, true]);
      expect(await fixture.beat(heard)).not.to.equal(null);
      await others.heard(GRACE_S);
      await sweep();
      expect(await fixture.service.latest(dead)).to.include({ status: '', deadlineAt: null });
    });

    it('soaks a stage for so much longer, and neither soaks nor starts one before the grace is over', async () => {
      const devices = await fixture.devices(2);
      const stage = { percent: 50, soak_minutes: SOAK_MINUTES };
      const { _id: id } = await fixture.started({ stages: [stage, { percent: 100, soak_minutes: 0 }] });
      const states = async (): Promise<string[]> =>
        (await fixture.rollout(id)).stages.map(({ state }) => state);
      await fixture.tickUntilIdle();
      const [first] = await fixture.upgradesOf(id);
      const treated = devices.find(({ _id }) => _id === first?.routerInventoryId);
      if (!treated) throw new Error('No device is upgraded first');
      await fixture.upgrade(treated);
      await fixture.soak([treated]);
      await others.clear();
      await others.outage(length, { each: tick });
      await goOn(GRACE_S - 12);
      expect(await states(), 'in the grace').to.deep.equal(['Running', 'Waiting']);
      await goOn(36);
      expect(await states(), 'after the grace').to.deep.equal(['Soaking', 'Waiting']);
      const begun = (await fixture.rollout(id)).stages[0]?.soakUntil?.getTime() ?? 0;
      // The period ends with the first heartbeat.
      const ends = new Date(begun + (length + TICK_S) * 1000);
      await goOn(SOAK_MINUTES * 30);
      await others.outage(length, { each: tick });
      const left = (): number => (ends.getTime() - fixture.service.clock.now().getTime()) / 1000;
      await goOn(left() - TICK_S, [treated]);
      expect(await states(), 'before the end').to.deep.equal(['Soaking', 'Waiting']);
      await goOn(2 * TICK_S, [treated]);
      expect((await states())[0], 'at the end').to.equal('Done');
    });
  });
}
