import { expect } from 'chai';
import { slotsLeft } from '../../../shared/rollouts/domain/gates/canary-hold.js';
import type { UncountedUpgrades } from '../../../shared/rollouts/domain/progress.js';
import type { RolloutRecord } from '../../../shared/rollouts/models/rollout.js';
import type { FinishedPart } from '../../../shared/rollouts/models/rollout-stage.js';

const STAGES = [{ canary_per_part: 1 }, { canary_per_part: 4 }, { percent: 100 }];

/** The slots left for part A when this many of the stages have started. */
function leftFor(started: number, finished: readonly FinishedPart[], inFlight = 0): number {
  const startedAt = (index: number) => (index < started ? new Date() : null);
  const rollout = {
    settings: { stages: STAGES },
    stages: STAGES.map((_, index) => ({ startedAt: startedAt(index) })),
    finished,
  } as unknown as RolloutRecord;
  const open = [{ stage: 1, part: 'A', slot: true, status: 'Queued', count: inFlight }];
  return slotsLeft(rollout, open as unknown as UncountedUpgrades[])('A');
}

const successes = (stage: number, count: number): FinishedPart => ({
  stage,
  part: 'A',
  success: count,
  failed: 0,
  counted: 0,
  undelivered: 0,
});

// docs/rollouts.md#canary-hold-1
describe('the canary hold of a hardware part', () => {
  it('follows the last canary stage that has started', () => {
    expect(leftFor(0, [])).to.equal(Infinity);
    expect(leftFor(1, [])).to.equal(1);
    expect(leftFor(1, [successes(1, 1)])).to.equal(Infinity);
    expect(leftFor(2, [successes(1, 1)]), 'again, in the second canary stage').to.equal(4);
    expect(leftFor(2, [successes(1, 1)], 3)).to.equal(1);
    expect(leftFor(2, [successes(1, 1), successes(2, 3)])).to.equal(Infinity);
    expect(leftFor(3, [successes(1, 1), successes(2, 2)]), 'in later stages too').to.equal(4);
  });

  it('counts no failure as a Success, and no other part', () => {
    expect(leftFor(1, [{ ...successes(1, 0), failed: 2, counted: 2 }])).to.equal(1);
    expect(leftFor(1, [{ ...successes(1, 2), part: 'B' }])).to.equal(1);
  });
});
