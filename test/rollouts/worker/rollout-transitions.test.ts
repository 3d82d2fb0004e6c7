import { expect } from 'chai';
import { findTransition, shownStatus } from '../../../shared/upgrades/domain/upgrade-status.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { ROLLOUT_ROWS } from '../rollout-rows.js';
import { RolloutRunFixture } from '../rollout-run-fixture.js';

interface TransitionFixture {
  readonly fixture: RolloutRunFixture;
  readonly device: TestDevice;
  readonly id: number;
}

/** A rollout with one upgrade, which is Queued with a slot. */
async function dispatched(settings: Record<string, unknown> = {}): Promise<TransitionFixture> {
  const fixture = await RolloutRunFixture.open();
  const [device] = await fixture.devices(1);
  const { _id: id } = await fixture.dispatched({ retry: { step_timeout_minutes: 1 }, ...settings });
  return { fixture, device, id };
}

/** The same after an offer that the device ignored: Queued without a slot. */
async function ignored(settings: Record<string, unknown> = {}): Promise<TransitionFixture> {
  const transition = await dispatched(settings);
  await ignoreOffer(transition);
  return transition;
}

async function ignoreOffer({ fixture, device }: TransitionFixture): Promise<void> {
  expect(await fixture.beat(device)).to.not.equal(null);
  fixture.service.clock.advance(50);
  await fixture.beat(device);
  fixture.service.clock.advance(20);
  await fixture.service.sweep();
}

const FIXTURES: Readonly<Record<string, () => Promise<TransitionFixture>>> = {
  'Queued → Pending: offerMissed': async () => {
    const transition = await dispatched();
    transition.fixture.service.clock.advance(200);
    await transition.fixture.service.sweep();
    return transition;
  },
  'Queued → Expired: notBegun': async () => {
    const transition = await ignored();
    for (let again = 0; again < 2; again += 1) {
      await transition.fixture.tickUntilIdle();
      await ignoreOffer(transition);
    }
    return transition;
  },
  'Queued → Expired: rolloutEnded': async () => {
    const transition = await ignored({ end_at: '2026-06-15 13:00' });
    transition.fixture.service.clock.advance(3600);
    await transition.fixture.tickUntilIdle();
    return transition;
  },
  'Queued → Cancelled: leftTarget': async () => {
    const transition = await ignored({ exclude: [] });
    const { fixture, device, id } = transition;
    await fixture.act(id, 'pause');
    const body = { exclude: [`AP:${device._id}`] };
    const changed = await fixture.organisation.call('PATCH', `/v1/rollouts/${id}`, { body });
    expect(changed.status, changed.text).to.equal(200);
    await fixture.act(id, 'resume');
    await fixture.tickUntilIdle();
    return transition;
  },
  'Queued → Cancelled: cancelledByCaller': async () => {
    const transition = await dispatched();
    await transition.fixture.act(transition.id, 'cancel');
    await transition.fixture.tickUntilIdle();
    return transition;
  },
  'Downloading → Expired: recalledAtEnd': async () => {
    const transition = await dispatched({ end_at: '2026-06-15 13:00', retry: { step_timeout_minutes: 100 } });
    const { fixture, device } = transition;
    const { id } = await fixture.offer(device);
    await fixture.beat(device, { upgrade: { id, state: 'downloading' } });
    fixture.service.clock.advance(3600);
    await fixture.tickUntilIdle();
    await fixture.beat(device, { upgrade: { id, state: 'aborted' } });
    return transition;
  },
};

describe('upgrades of rollouts, the table of transitions', () => {
  it('has a test for every row that only they take', () => {
    expect(Object.keys(FIXTURES)).to.have.members(ROLLOUT_ROWS);
  });

  for (const [row, makeFixture] of Object.entries(FIXTURES)) {
    // docs/interface.md#statuses
    it(row, async () => {
      const { fixture, device, id } = await makeFixture();
      try {
        const [, from = '', to = '', event = ''] = /(.*) → (.*): (.*)/.exec(row) ?? [];
        expect(findTransition(from, to, event)).to.not.equal(undefined);
        const { _id, status } = await fixture.service.latest(device);
        expect(shownStatus(status)).to.equal(to);
        const { upgrades } = fixture.service.deps.mongo.models;
        const stored = await upgrades.findOne({ _id }, { history: 1 }).lean();
        expect(stored?.history?.at(-1)).to.include({ from, to, event });
        await fixture.progress(id);
      } finally {
        await fixture.close();
      }
    });
  }
});
