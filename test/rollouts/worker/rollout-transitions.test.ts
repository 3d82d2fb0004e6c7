import { expect } from 'chai';
import { findTransition, shownStatus } from '../../../shared/upgrades/domain/upgrade-status.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { ROLLOUT_ROWS } from '../rollout-rows.js';
import { RolloutBed } from '../rollout-bed.js';

interface Walked {
  readonly bed: RolloutBed;
  readonly device: TestDevice;
  readonly id: number;
}

/** A rollout with one upgrade, which is Queued with a slot. */
async function dispatched(settings: Record<string, unknown> = {}): Promise<Walked> {
  const bed = await RolloutBed.open();
  const [device] = await bed.devices(1);
  if (!device) throw new Error('There is no device');
  const { _id: id } = await bed.started({ retry: { step_timeout_minutes: 1 }, ...settings });
  await bed.tick(3);
  return { bed, device, id };
}

/** The same after an offer that the device ignored: Queued without a slot. */
async function ignored(settings: Record<string, unknown> = {}): Promise<Walked> {
  const walked = await dispatched(settings);
  await ignoreOffer(walked);
  return walked;
}

async function ignoreOffer({ bed, device }: Walked): Promise<void> {
  expect(await bed.beat(device)).to.not.equal(null);
  bed.service.clock.advance(50);
  await bed.beat(device);
  bed.service.clock.advance(20);
  await bed.service.sweep();
}

const WALKS: Readonly<Record<string, () => Promise<Walked>>> = {
  'Queued → Pending: offerMissed': async () => {
    const walked = await dispatched();
    walked.bed.service.clock.advance(200);
    await walked.bed.service.sweep();
    return walked;
  },
  'Queued → Expired: notBegun': async () => {
    const walked = await ignored();
    for (let again = 0; again < 2; again += 1) {
      await walked.bed.tick(3);
      await ignoreOffer(walked);
    }
    return walked;
  },
  'Queued → Expired: rolloutEnded': async () => {
    const walked = await ignored({ end_at: '2026-06-15 13:00' });
    walked.bed.service.clock.advance(3600);
    await walked.bed.tick(3);
    return walked;
  },
  'Queued → Cancelled: leftTarget': async () => {
    const walked = await ignored({ exclude: [] });
    const { bed, device, id } = walked;
    await bed.act(id, 'pause');
    const body = { exclude: [`AP:${device._id}`] };
    const changed = await bed.fixture.call('PATCH', `/v1/rollouts/${id}`, { body });
    expect(changed.status, changed.text).to.equal(200);
    await bed.act(id, 'resume');
    await bed.tick(3);
    return walked;
  },
  'Queued → Cancelled: cancelledByCaller': async () => {
    const walked = await dispatched();
    await walked.bed.act(walked.id, 'cancel');
    await walked.bed.tick(3);
    return walked;
  },
};

describe('upgrades of rollouts, the table of transitions', () => {
  it('has a test for every row that only they take', () => {
    expect(Object.keys(WALKS)).to.have.members(ROLLOUT_ROWS);
  });

  for (const [row, walk] of Object.entries(WALKS)) {
    // docs/interface.md#statuses
    it(row, async () => {
      const { bed, device, id } = await walk();
      try {
        const [, from = '', to = '', event = ''] = /(.*) → (.*): (.*)/.exec(row) ?? [];
        expect(findTransition(from, to, event)).to.not.equal(undefined);
        const { _id, status } = await bed.service.latest(device);
        expect(shownStatus(status)).to.equal(to);
        const { upgrades } = bed.service.deps.mongo.models;
        const stored = await upgrades.findOne({ _id }, { history: 1 }).lean();
        expect(stored?.history?.at(-1)).to.include({ from, to, event });
        await bed.progress(id);
      } finally {
        await bed.close();
      }
    });
  }
});
