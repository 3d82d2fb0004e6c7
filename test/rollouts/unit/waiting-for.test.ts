import { expect } from 'chai';
import type { RolloutRecord } from '../../../shared/rollouts/models/rollout.js';
import {
  addWaits,
  coveredAtEnd,
  isCountDue,
  NO_WAITS,
  plannedDevices,
  waitingFor,
  waitingReason,
  windowOpensAt,
} from '../../../shared/rollouts/domain/waiting/waiting-for.js';

const NOW = new Date('2026-12-01T01:00:00Z');

// docs/rollouts.md#waiting-1
describe('the reason for which an upgrade waits', () => {
  const free = {
    isHeldOut: false,
    isHeld: false,
    isBlocked: false,
    isUp: true,
    isOpen: true,
    network: null,
    hasSlot: true,
    hasToken: true,
  };

  it('is the first that keeps it back', () => {
    const causes = [
      ['watch', { isHeldOut: true }],
      ['canary', { isHeld: true }],
      ['blocked', { isBlocked: true }],
      ['offline', { isUp: false }],
      ['window', { isOpen: false }],
      ['switch', { network: 'switch' }],
      ['slots', { hasSlot: false }],
      ['rate', { hasToken: false }],
    ] as const;
    for (const [at, [reason]] of causes.entries()) {
      const later = Object.assign({}, ...causes.slice(at).map(([, fields]) => fields)) as object;
      expect(waitingReason({ ...free, ...later })).to.equal(reason);
    }
    expect(waitingReason({ ...free, network: 'network_limit', hasSlot: false })).to.equal('network_limit');
    expect(waitingReason(free)).to.equal(null);
  });

  it('is counted with the next opening of those that wait for a window', () => {
    const [soon, late] = [new Date(NOW.getTime() + 1000), new Date(NOW.getTime() + 2000)];
    const found = addWaits({ counts: NO_WAITS, opensAt: null }, [
      { reason: 'window', opensAt: late },
      { reason: 'window', opensAt: soon },
      { reason: 'offline', opensAt: NOW },
      { reason: null, opensAt: null },
    ]);
    expect(found).to.deep.equal({ counts: { ...NO_WAITS, window: 2, offline: 1 }, opensAt: soon });
  });
});

/** A rollout of 100 devices whose first stage has this state, and has bound ten of them. */
function rollout(state: string, stageState: string, isCanary = false): RolloutRecord {
  return {
    state,
    settings: { stages: [isCanary ? { canary_per_part: 1 } : { count: 10 }, { percent: 100 }] },
    stages: [
      { state: stageState, bound: 10 },
      { state: 'Waiting', bound: 0 },
    ],
    planned: { devices: 100, covered: 100 },
    waits: { counts: { ...NO_WAITS, offline: 4, canary: 1 }, opensAt: NOW, at: NOW },
    waitScan: null,
  } as unknown as RolloutRecord;
}

// docs/rollouts.md#waiting-1
describe('waiting_for', () => {
  it('counts the devices of later stages by what these wait for', () => {
    expect(waitingFor(rollout('Running', 'Running'))).to.include({
      start: 90,
      offline: 4,
      canary: 1,
      approval: 0,
    });
    expect(waitingFor(rollout('Running', 'AwaitingApproval'))).to.include({ approval: 90, start: 0 });
    expect(waitingFor(rollout('Running', 'Soaking', true))).to.include({ canary: 91, start: 0 });
    expect(waitingFor(rollout('Paused', 'Running'))).to.include({ start: 90, offline: 4 });
  });

  it('is null in Draft and at the end, and so is the next opening', () => {
    for (const state of ['Draft', 'Completed', 'Cancelled']) {
      expect(waitingFor(rollout(state, 'Running'))).to.equal(null);
      expect(windowOpensAt(rollout(state, 'Running'))).to.equal(null);
    }
    expect(windowOpensAt(rollout('Running', 'Running'))).to.equal('2026-12-01T01:00:00Z');
  });

  it('is counted anew twice a minute', () => {
    const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
    expect(isCountDue(rollout('Running', 'Running'), at(29))).to.equal(false);
    expect(isCountDue(rollout('Running', 'Running'), at(30))).to.equal(true);
    expect(isCountDue(rollout('Paused', 'Running'), at(30))).to.equal(false);
    expect(isCountDue({ ...rollout('Running', 'Running'), waits: null }, NOW)).to.equal(true);
  });
});

// docs/webhooks.md#events-1
describe('the devices that a rollout covers', () => {
  const stage = { soak_minutes: 0, approval: false };

  it('are those of its largest stage and of the targets of stages', () => {
    expect(
      plannedDevices(
        [
          { ...stage, canary_per_part: 1 },
          { ...stage, percent: 50 },
        ],
        99,
        0,
      ),
    ).to.deep.equal({
      devices: 99,
      covered: 50,
    });
    const named = [
      { ...stage, count: 10 },
      { ...stage, targets: ['tag:1'] },
    ];
    expect(plannedDevices(named, 99, 5)).to.include({ covered: 15 });
    expect(plannedDevices([{ ...stage, percent: 100 }], 99, 5)).to.include({ covered: 99 });
  });

  it('are counted at its end, with those that it leaves', () => {
    expect(coveredAtEnd(rollout('Completed', 'Done'))).to.deep.equal({ covered: 10, not_covered: 90 });
    const uncounted = { ...rollout('Completed', 'Done'), planned: null };
    expect(coveredAtEnd(uncounted)).to.deep.equal({ covered: 10, not_covered: null });
  });
});
