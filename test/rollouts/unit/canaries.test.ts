import { expect } from 'chai';
import {
  heedCanaries,
  heldParts,
  isDrawDue,
  judgeCanaries,
  judgeCanaryPart,
  missingCanaries,
} from '../../../shared/rollouts/domain/gates/canaries.js';
import type { StageLook } from '../../../shared/rollouts/domain/gates/health-gate.js';
import type { RolloutRecord } from '../../../shared/rollouts/models/rollout.js';
import type { CanaryPart, FinishedPart, StageRecord } from '../../../shared/rollouts/models/rollout-stage.js';

const NOW = new Date('2026-12-01T01:12:09Z');
const secondsAgo = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);

interface Given {
  readonly perPart?: number;
  readonly part?: Partial<CanaryPart>;
  readonly success?: number;
  readonly counted?: number;
  readonly stage?: Partial<StageRecord>;
  readonly secondOpinion?: boolean;
  readonly failurePercent?: number;
}

/** A rollout in its canary stage, with canaries of part A. */
function rollout(given: Given) {
  const { perPart = 1, part, success = 0, counted = 0, stage } = given;
  const { secondOpinion = true, failurePercent = 5 } = given;
  const canary: CanaryPart = {
    part: 'A',
    deviceIds: [1],
    wanted: perPart,
    notedBad: 0,
    devices: 9,
    spare: 5,
    alive: success,
    failed: counted,
    ...part,
  };
  const row: FinishedPart = { stage: 1, part: 'A', success, failed: counted, counted, undelivered: 0 };
  const record = {
    state: 'Running',
    canaries: [canary],
    drawnAt: secondsAgo(10),
    drawsOpen: false,
    ...stage,
  };
  return {
    state: 'Running',
    settings: {
      stages: [{ canary_per_part: perPart }, { percent: 100 }],
      gates: { second_opinion: secondOpinion, failure_percent: failurePercent },
    },
    stages: [record, { state: 'Waiting' }],
    finished: [row],
    judged: [row],
    failures: counted > 0 ? [{ upgrade_id: 7, mac_id: 'seven', cause: 'install', stage: 1, part: 'A' }] : [],
  } as unknown as RolloutRecord;
}

/** A look at the end of the stage that found sick canaries. */
function lookWith(sick: number, isEnd = true): StageLook {
  const examples = [{ upgrade_id: 9, mac_id: 'nine', sign: 'down' }];
  return {
    stage: 1,
    isEnd,
    parts: [{ part: 'A', sick: { ended: sick, open: 0 }, examples }],
  } as unknown as StageLook;
}

const partOf = (record: RolloutRecord): CanaryPart | undefined =>
  heedCanaries(record, 0, null)?.stage.canaries?.[0];

// docs/rollouts.md#canaries-4
describe('bad canaries of a hardware part', () => {
  it('get a second opinion when it is the only one, or one of two', () => {
    for (const wanted of [1, 2]) {
      expect(judgeCanaryPart(1, { wanted, devices: 9 }, true), `one of ${wanted}`).to.equal('more');
      expect(judgeCanaryPart(0, { wanted, devices: 9 }, true)).to.equal('passed');
    }
    expect(partOf(rollout({ counted: 1 }))).to.include({ wanted: 3 });
    expect(partOf(rollout({ perPart: 2, counted: 1 }))).to.include({ wanted: 4 });
  });

  it('are noted once when it is one of three or more', () => {
    expect(judgeCanaryPart(1, { wanted: 3, devices: 9 }, true)).to.equal('noted');
    const noted = heedCanaries(rollout({ perPart: 3, counted: 1 }), 0, null);
    expect(noted?.events.map(({ kind, text }) => [kind, text])).to.deep.equal([
      ['rollout.canaries', 'Stage 1, A: a canary is bad'],
    ]);
    expect(heedCanaries(rollout({ perPart: 3, counted: 1, part: { notedBad: 1 } }), 0, null)).to.equal(null);
  });

  it('trip the gate when there are two, with the part and the canaries', () => {
    expect(judgeCanaryPart(2, { wanted: 3, devices: 9 }, true)).to.equal('tripped');
    const bad = rollout({ counted: 1, success: 1, part: { wanted: 3 } });
    expect(judgeCanaries(bad, 0, [], lookWith(1), NOW)).to.deep.include({
      gate: 'failure_gate',
      stage: 1,
      part: 'A',
      counts: { finished: 2, failed: 2 },
      examples: [
        { upgrade_id: 7, mac_id: 'seven', cause: 'install' },
        { upgrade_id: 9, mac_id: 'nine', sign: 'down' },
      ],
    });
    expect(judgeCanaries(bad, 0, [], lookWith(1, false), NOW), 'sick before the end').to.equal(null);
    expect(judgeCanaries(bad, 1, [], lookWith(1), NOW), 'in another stage').to.equal(null);
  });

  it('let a stage that soaks run again for the second opinion', () => {
    const soaking = rollout({ success: 1, stage: { state: 'Soaking', soakUntil: NOW } });
    const heeded = heedCanaries(soaking, 0, lookWith(1));
    expect(heeded?.stage).to.include({ state: 'Running', soakUntil: null, drawnAt: null });
    expect(heeded?.events[0]?.text).to.equal('Stage 1, A: a canary is bad, 2 more are drawn');
  });

  // docs/rollouts.md#canaries-5
  it('trip the gate at once without a second opinion, and in a part with fewer than three devices', () => {
    expect(judgeCanaryPart(1, { wanted: 1, devices: 9 }, false)).to.equal('tripped');
    expect(judgeCanaryPart(1, { wanted: 1, devices: 2 }, true)).to.equal('tripped');
    expect(judgeCanaries(rollout({ counted: 1, secondOpinion: false }), 0, [], null, NOW)).to.not.equal(null);
  });

  it('trip no gate that is turned off, and do not hold their stage', () => {
    const off = rollout({ counted: 2, failurePercent: 100 });
    expect(judgeCanaries(off, 0, [], null, NOW)).to.equal(null);
    expect(heedCanaries(rollout({ counted: 1, failurePercent: 100 }), 0, null)).to.equal(null);
    expect(heldParts(off, 0)).to.deep.equal([]);
  });
});

// docs/rollouts.md#canaries-3
describe('a canary stage', () => {
  it('is held by a part without a Success while a device may still come up', () => {
    expect(heldParts(rollout({}), 0)).to.deep.equal(['A']);
    expect(heldParts(rollout({ success: 1 }), 0)).to.deep.equal([]);
    expect(heldParts(rollout({ part: { spare: 0, alive: 1 } }), 0), 'its canary may').to.deep.equal(['A']);
    expect(heldParts(rollout({ part: { spare: 0 } }), 0), 'nothing may').to.deep.equal([]);
  });

  it('is held until the second opinion is complete', () => {
    const part = { wanted: 3, spare: 5 };
    expect(heldParts(rollout({ counted: 1, success: 1, part }), 0)).to.deep.equal(['A']);
    expect(heldParts(rollout({ counted: 1, success: 2, part }), 0)).to.deep.equal([]);
    expect(
      heldParts(rollout({ counted: 1, success: 1, part: { wanted: 3, spare: 0, alive: 1 } }), 0),
    ).to.deep.equal([]);
  });

  it('is held by every part until canaries are drawn and their upgrades written, and while a draw is outdated', () => {
    expect(heldParts(rollout({ counted: 1, success: 2, part: { failed: 0 } }), 0)).to.equal('all');
    expect(heldParts(rollout({ success: 1, stage: { drawnAt: null } }), 0)).to.equal('all');
    expect(heldParts(rollout({ success: 1, stage: { drawsOpen: true } }), 0)).to.equal('all');
  });
});

// docs/rollouts.md#canaries-1
describe('a draw of canaries', () => {
  it('fills a part until its first Success, and for a second opinion', () => {
    const missing = (given: Given, alive: number): number => {
      const record = rollout(given);
      return missingCanaries(record, 0, record.stages[0]?.canaries?.[0] as CanaryPart, alive);
    };
    expect(missing({ perPart: 3 }, 1)).to.equal(2);
    expect(missing({ perPart: 3, success: 1 }, 1)).to.equal(0);
    expect(missing({ perPart: 1, counted: 1, part: { wanted: 3 } }, 0), 'two more').to.equal(2);
    expect(missing({ perPart: 2, counted: 1, success: 1, part: { wanted: 4 } }, 1)).to.equal(2);
  });

  it('is due at once when it is asked for, and once a minute while a part waits', () => {
    expect(isDrawDue(rollout({ stage: { drawnAt: null } }), 0, NOW)).to.equal(true);
    expect(isDrawDue(rollout({ counted: 1, part: { failed: 0 } }), 0, NOW), 'one has failed').to.equal(true);
    expect(isDrawDue(rollout({ stage: { drawnAt: secondsAgo(59) } }), 0, NOW)).to.equal(false);
    expect(isDrawDue(rollout({ stage: { drawnAt: secondsAgo(60) } }), 0, NOW)).to.equal(true);
    expect(isDrawDue(rollout({ success: 1, stage: { drawnAt: secondsAgo(60) } }), 0, NOW)).to.equal(false);
    expect(isDrawDue(rollout({ stage: { drawnAt: secondsAgo(60), state: 'Soaking' } }), 0, NOW)).to.equal(
      false,
    );
  });
});
