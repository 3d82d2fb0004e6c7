import { expect } from 'chai';
import {
  isCounted,
  judgeFailures,
  silenceCounts,
  withFailures,
  withFinished,
  type JudgedEnd,
} from '../../../shared/rollouts/domain/gates/failure-gate.js';
import { failureGateTrips } from '../../../shared/rollouts/domain/gates/gates.js';
import type { UncountedUpgrades } from '../../../shared/rollouts/domain/progress.js';
import type { RolloutSettings } from '../../../shared/rollouts/domain/settings.js';
import type { UpgradeCause } from '../../../shared/upgrades/domain/upgrade-status.js';

const NOW = new Date('2026-12-01T01:12:09Z');

let lastId = 0;

/** Ends of upgrades of a stage, the first of which have failed. */
function ends(
  stage: number,
  partNumber: string,
  finished: number,
  failed: number,
  cause: string = 'install',
  silent = false,
): JudgedEnd[] {
  return Array.from({ length: finished }, (_, index): JudgedEnd => {
    lastId += 1;
    const isFailed = index < failed;
    return {
      id: lastId,
      stage,
      status: isFailed ? 'Failed' : 'Success',
      cause: isFailed ? (cause as UpgradeCause) : null,
      partNumber,
      macId: `${partNumber} ${stage}`,
      silenceCounts: isFailed && silent,
    };
  });
}

const verifying = (stage: number, part: string, count: number): UncountedUpgrades => {
  return { rolloutId: 1, stage, part, count, status: 'Verifying', slot: true };
};

interface Given {
  readonly open?: readonly UncountedUpgrades[];
  readonly isStageEnd?: boolean;
  readonly gates?: Partial<RolloutSettings['gates']>;
}

/** The reason for which a rollout in its second stage is paused after these ends. */
function reasonAfter(ended: readonly JudgedEnd[], { open = [], isStageEnd = false, gates }: Given = {}) {
  const settings = {
    gates: { failure_percent: 10, min_finished: 10, ...gates },
  } as unknown as RolloutSettings;
  const judged = { settings, judged: withFinished([], ended), failures: withFailures([], ended) };
  return judgeFailures(judged, open, { now: NOW, current: 2, isStageEnd });
}

const macsOf = (reason: ReturnType<typeof reasonAfter>): string[] =>
  (reason?.['examples'] as { mac_id: string }[]).map(({ mac_id }) => mac_id);

// docs/rollouts.md#failure-gate-1
describe('the reason of the failure gate', () => {
  it('names the part before the stage, and the stage before the rollout', () => {
    const partly = [
      ...ends(1, 'A', 30, 0),
      ...ends(1, 'B', 5, 1),
      ...ends(2, 'B', 5, 1),
      ...ends(2, 'A', 5, 0),
    ];
    const part = reasonAfter(partly);
    expect(part).to.deep.include({ stage: 2, part: 'B', counts: { finished: 10, failed: 2 }, limit: 10 });
    expect(macsOf(part)).to.deep.equal(['B 1', 'B 2']);
    const staged = [
      ...ends(1, 'A', 40, 0),
      ...ends(1, 'B', 40, 0),
      ...ends(2, 'A', 5, 1),
      ...ends(2, 'B', 5, 1),
    ];
    expect(reasonAfter(staged)).to.deep.include({
      stage: 2,
      part: null,
      counts: { finished: 10, failed: 2 },
    });
    const spread = [
      ...ends(1, 'A', 4, 1),
      ...ends(1, 'B', 4, 0),
      ...ends(2, 'A', 3, 0),
      ...ends(2, 'B', 4, 1),
    ];
    const whole = reasonAfter(spread);
    expect(whole).to.deep.include({ stage: 2, part: null, counts: { finished: 15, failed: 2 } });
    expect(macsOf(whole)).to.deep.equal(['A 1', 'B 2']);
  });

  it('names an earlier stage whose stragglers have failed', () => {
    const ended = [...ends(2, 'A', 40, 0), ...ends(1, 'B', 10, 0), ...ends(1, 'A', 4, 2)];
    const reason = reasonAfter(ended);
    expect(reason).to.deep.include({ stage: 1, part: null, counts: { finished: 14, failed: 2 } });
    expect(macsOf(reason)).to.deep.equal(['A 1', 'A 1']);
  });

  it('has the ten latest failures as examples, and no download that failed', () => {
    const ended = [...ends(1, 'A', 12, 12), ...ends(1, 'A', 3, 3, 'download')];
    const latest = ended.slice(2, 12).map(({ id }) => id);
    const examples = reasonAfter(ended)?.['examples'] as { upgrade_id: number }[];
    expect(examples.map(({ upgrade_id }) => upgrade_id)).to.deep.equal(latest);
  });
});

// docs/rollouts.md#failure-gate-2
describe('a failure', () => {
  const silent = (hasControl: boolean, neighbours: readonly number[], heardAt: Date | null = NOW): boolean =>
    silenceCounts(
      { hasControl, heardAt, neighboursHeardAt: neighbours.map((s) => new Date(NOW.getTime() + s * 1000)) },
      60,
    );

  for (const cause of ['install', 'wrong_version', 'reverted', 'stalled'] as const) {
    it(`counts by ${cause}, because the device spoke`, () => {
      const end = { status: 'Failed', cause, silenceCounts: false };
      expect(isCounted(end)).to.equal(true);
    });
  }

  for (const cause of ['download', 'not_begun', 'left_organisation', 'abandoned'] as const) {
    it(`does not count by ${cause}`, () => {
      for (const status of ['Failed', 'Expired'])
        expect(isCounted({ status, cause, silenceCounts: true })).to.equal(false);
    });
  }

  it('by silence counts while another device of the network was heard two intervals after it', () => {
    expect(silent(false, [121])).to.equal(true);
    expect(silent(false, [-500, 120])).to.equal(false);
    expect(silent(false, []), 'no neighbours').to.equal(false);
    expect(silent(false, [500], null), 'never heard').to.equal(false);
    for (const cause of ['silent', 'went_silent'] as const) {
      expect(isCounted({ status: 'Failed', cause, silenceCounts: true })).to.equal(true);
      expect(isCounted({ status: 'Failed', cause, silenceCounts: false })).to.equal(false);
    }
  });

  it('by silence does not count where the part has a control group: the health gate judges it', () => {
    expect(silent(true, [500])).to.equal(false);
  });
});

// docs/rollouts.md#failure-gate-3
describe('the failure gate', () => {
  const limits = { failurePercent: 5, minFinished: 10 };

  it('trips above the percentage, not at it', () => {
    expect(failureGateTrips({ finished: 40, failed: 2 }, limits)).to.equal(false);
    expect(failureGateTrips({ finished: 39, failed: 2 }, limits)).to.equal(true);
    const tenths = { ...limits, failurePercent: 16.1 };
    expect(failureGateTrips({ finished: 1000, failed: 161 }, tenths)).to.equal(false);
  });

  it('needs two failures, and one where none is allowed', () => {
    expect(failureGateTrips({ finished: 10, failed: 1 }, limits)).to.equal(false);
    expect(failureGateTrips({ finished: 10, failed: 1 }, { ...limits, failurePercent: 0 })).to.equal(true);
    expect(reasonAfter(ends(2, 'A', 19, 1))).to.equal(null);
  });

  it('judges nothing before enough upgrades have finished, except at the end of a stage', () => {
    expect(failureGateTrips({ finished: 9, failed: 9 }, limits)).to.equal(false);
    const few = ends(2, 'A', 4, 2);
    expect(reasonAfter(few)).to.equal(null);
    expect(reasonAfter(few, { isStageEnd: true })).to.deep.include({
      part: 'A',
      counts: { finished: 4, failed: 2 },
    });
  });

  it('takes upgrades that verify their version for finished', () => {
    const ended = ends(2, 'A', 2, 2);
    expect(reasonAfter(ended, { open: [verifying(2, 'A', 7)] })).to.equal(null);
    expect(reasonAfter(ended, { open: [verifying(2, 'A', 8)] })).to.deep.include({
      counts: { finished: 10, failed: 2 },
    });
    expect(reasonAfter(ended, { open: [verifying(2, 'A', 18)] })).to.equal(null);
  });

  it('takes failures that do not count for nothing', () => {
    const ended = [...ends(2, 'A', 30, 30, 'download'), ...ends(2, 'A', 9, 1)];
    expect(reasonAfter(ended)).to.equal(null);
    expect(reasonAfter(ends(2, 'A', 12, 12, 'silent'))).to.equal(null);
    expect(reasonAfter(ends(2, 'A', 12, 12, 'silent', true))).to.deep.include({ part: 'A' });
  });
});
