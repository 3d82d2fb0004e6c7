import { expect } from 'chai';
import {
  judgeFailures,
  withFailures,
  withFinished,
  type JudgedEnd,
} from '../../../shared/rollouts/domain/gates/failure-gate.js';
import type { RolloutSettings } from '../../../shared/rollouts/domain/settings.js';

const NOW = new Date('2026-12-01T01:12:09Z');
const SETTINGS = { gates: { failure_percent: 10, min_finished: 10 } } as unknown as RolloutSettings;

let lastId = 0;

/** Ends of upgrades of a stage, the first of which have failed. */
function ends(stage: number, partNumber: string, finished: number, failed: number): JudgedEnd[] {
  return Array.from({ length: finished }, (_, index): JudgedEnd => {
    lastId += 1;
    const isFailed = index < failed;
    const [status, cause] = isFailed ? (['Failed', 'install'] as const) : (['Success', null] as const);
    return { id: lastId, stage, status, cause, partNumber, macId: `${partNumber} ${stage}` };
  });
}

/** The reason for which a rollout in its second stage is paused after these ends. */
function reasonAfter(ended: readonly JudgedEnd[], endingStage: number | null = null) {
  const judged = { settings: SETTINGS, judged: withFinished([], ended), failures: withFailures([], ended) };
  return judgeFailures(judged, 2, endingStage, NOW);
}

const macsOf = (reason: ReturnType<typeof reasonAfter>): string[] =>
  (reason?.['examples'] as { mac_id: string }[]).map(({ mac_id }) => mac_id);

// docs/rollouts.md#failure-gate-1
describe('the reason of the failure gate', () => {
  it('names the current stage and failures of all stages when the rollout has too many', () => {
    const reason = reasonAfter([...ends(1, 'A', 5, 1), ...ends(2, 'A', 5, 1)]);
    expect(reason).to.deep.include({ stage: 2, part: null, counts: { finished: 10, failed: 2 }, limit: 10 });
    expect(macsOf(reason)).to.deep.equal(['A 1', 'A 2']);
  });

  it('names a stage and its failures alone when that stage has too many', () => {
    const reason = reasonAfter([...ends(1, 'A', 20, 1), ...ends(2, 'A', 10, 2)]);
    expect(reason).to.deep.include({ stage: 2, part: null, counts: { finished: 10, failed: 2 } });
    expect(macsOf(reason)).to.deep.equal(['A 2', 'A 2']);
    const stragglers = reasonAfter([...ends(2, 'A', 20, 1), ...ends(1, 'A', 10, 2)]);
    expect(stragglers).to.deep.include({ stage: 1, counts: { finished: 10, failed: 2 } });
    expect(macsOf(stragglers)).to.deep.equal(['A 1', 'A 1']);
  });

  it('names a part and its failures in all stages when that part has too many', () => {
    const reason = reasonAfter([
      ...ends(1, 'A', 20, 1),
      ...ends(2, 'A', 20, 1),
      ...ends(1, 'B', 5, 1),
      ...ends(2, 'B', 5, 1),
    ]);
    expect(reason).to.deep.include({ stage: 2, part: 'B', counts: { finished: 10, failed: 2 } });
    expect(macsOf(reason)).to.deep.equal(['B 1', 'B 2']);
  });

  it('names the stage that ends when one of its few upgrades has failed, and none before its end', () => {
    const ended = [...ends(1, 'A', 20, 0), ...ends(2, 'A', 1, 1)];
    expect(reasonAfter(ended)).to.equal(null);
    const reason = reasonAfter(ended, 2);
    expect(reason).to.deep.include({ stage: 2, counts: { finished: 1, failed: 1 } });
    expect(macsOf(reason)).to.deep.equal(['A 2']);
  });

  it('has the ten latest failures as examples', () => {
    const ended = ends(1, 'A', 12, 12);
    const latest = ended.slice(-10).map(({ id }) => id);
    const examples = reasonAfter(ended)?.['examples'] as { upgrade_id: number }[];
    expect(examples.map(({ upgrade_id }) => upgrade_id)).to.deep.equal(latest);
  });
});
