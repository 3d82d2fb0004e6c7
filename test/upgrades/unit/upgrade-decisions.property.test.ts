import { expect } from 'chai';
import fc from 'fast-check';
import type { Beat } from '../../../shared/upgrades/domain/device-beat.js';
import { isOffered } from '../../../shared/upgrades/domain/device-beat.js';
import { decideOnHeartbeat } from '../../../shared/upgrades/domain/device-report.js';
import type { Change, DispatchedUpgrade } from '../../../shared/upgrades/domain/upgrade-change.js';
import { decideOnDeadline } from '../../../shared/upgrades/domain/upgrade-deadline.js';
import { DISPATCHED_STATUSES, TRANSITIONS } from '../../../shared/upgrades/domain/upgrade-status.js';
import { RULES, t } from './upgrade-fixture.js';

const instant = fc.integer({ min: -100_000, max: 100_000 }).map(t);
const maybeInstant = fc.option(instant);
const version = fc.constantFrom('1.0.0', '2.0.0');
const random = fc.double({ min: 0, max: 0.999, noNaN: true });

const upgrades: fc.Arbitrary<DispatchedUpgrade> = fc.record({
  id: fc.constant(7),
  version: fc.constant('2.0.0'),
  status: fc.constantFrom(...DISPATCHED_STATUSES),
  attempts: fc.integer({ min: 0, max: 5 }),
  progress: fc.option(fc.integer({ min: 0, max: 100 })),
  offeredAt: maybeInstant,
  nextAttemptAt: maybeInstant,
  statusSince: instant,
  deadlineAt: instant,
});

const beats: fc.Arbitrary<Beat> = fc.record({
  at: instant,
  firmwareVersion: version,
  uptimeSeconds: fc.option(fc.nat(200_000), { nil: undefined }),
  report: fc.option(
    fc.record({
      id: fc.constantFrom(6, 7),
      state: fc.constantFrom('downloading', 'installing', 'success', 'failure', 'aborted'),
      progress: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
    }),
    { nil: undefined },
  ),
  previousHeartbeatAt: maybeInstant,
  restarts: fc.nat(5),
  isRestart: fc.boolean(),
});

function expectLegal(from: DispatchedUpgrade, changes: readonly Change[]): void {
  let status: string = from.status;
  for (const change of changes) {
    expect(change.from).to.equal(status);
    const rows = TRANSITIONS.filter((row) => row.from === change.from && row.to === change.to);
    if (change.event === null) expect(change.to).to.equal(change.from);
    else expect(rows.map((row) => row.event)).to.include(change.event);
    status = change.to;
  }
}

describe('a decision on an upgrade', () => {
  it('makes only transitions of the table', () => {
    fc.assert(
      fc.property(upgrades, beats, random, maybeInstant, (from, beat, jitter, heard) => {
        expectLegal(from, decideOnHeartbeat(from, beat, RULES, () => jitter).changes);
        const swept = decideOnDeadline(from, heard, beat.firmwareVersion, beat.at, RULES, () => jitter);
        expectLegal(from, swept === null ? [] : [swept]);
      }),
      { numRuns: 2000 },
    );
  });

  it('does not take a report of success as proof of the version', () => {
    fc.assert(
      fc.property(upgrades, beats, random, (from, beat, jitter) => {
        const { changes } = decideOnHeartbeat(from, beat, RULES, () => jitter);
        if (beat.firmwareVersion === from.version) return;
        expect(changes.map((change) => change.to)).not.to.include.members(['Success']);
        expect(changes.map((change) => change.to)).not.to.include.members(['Verifying']);
      }),
    );
  });

  it('offers only an upgrade that remains Queued or Downloading', () => {
    fc.assert(
      fc.property(upgrades, beats, random, (from, beat, jitter) => {
        const { changes, offer } = decideOnHeartbeat(from, beat, RULES, () => jitter);
        if (!offer) return;
        expect(from.status).to.be.oneOf(['Queued', 'Downloading']);
        for (const change of changes) expect(change.to).to.equal('Queued');
      }),
    );
  });

  it('changes nothing more when the same heartbeat arrives twice', () => {
    fc.assert(
      fc.property(upgrades, beats, random, (from, beat, jitter) => {
        // A device does not fail at an upgrade that it was not offered.
        if (beat.report?.state === 'failure' && !isOffered(from)) return;
        const { changes } = decideOnHeartbeat(from, beat, RULES, () => jitter);
        const change = changes.at(-1);
        if (change === undefined || !DISPATCHED_STATUSES.some((status) => status === change.to)) return;
        const after = { ...from, ...change.set, status: change.to } as DispatchedUpgrade;
        // A late heartbeat is just as late when it is repeated.
        const heard = beat.previousHeartbeatAt ?? beat.at;
        const repeat = { ...beat, previousHeartbeatAt: heard > beat.at ? heard : beat.at };
        const again = decideOnHeartbeat(after, repeat, RULES, () => jitter);
        for (const repeated of again.changes) expect(repeated).to.include({ from: change.to, to: change.to });
        expect({ ...after, ...again.changes.at(-1)?.set }).to.deep.include({
          attempts: after.attempts,
          progress: after.progress,
        });
      }),
    );
  });
});
