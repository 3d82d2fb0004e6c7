import { expect } from 'chai';
import { isFetchDue } from '../../../shared/configuration/domain/fetch-due.js';
import { judgeReport } from '../../../shared/configuration/domain/judge-report.js';
import { stateOf, type DeviceCircumstances } from '../../../shared/configuration/domain/state-of.js';
import type { Target } from '../../../shared/configuration/domain/target-of.js';
import {
  TRANSIENT_CODES,
  type ConfigurationKey,
  type ConfigurationReport,
  type ConfigurationState,
} from '../../../shared/configuration/records/domain/device-configuration.js';
import { NOTHING_REPORTED } from '../canary-model.js';

const AT = new Date('2026-11-22T20:00:00Z');
const LIVE: ConfigurationKey = [1, 2, 3, 4];
const OLD: ConfigurationKey = [1, 1, 3, 4];
const [NEXT, LAST] = ['b'.repeat(64), 'a'.repeat(64)] as const;

function reportOf(fields: Partial<ConfigurationReport> = {}): ConfigurationReport {
  const attempt = { state: 'applied', attempted: null, attempt: 1, error: null } as const;
  return { ...NOTHING_REPORTED, revision: LAST, ...attempt, ...fields };
}
const rendered = (revision: string, key: ConfigurationKey = LIVE) => ({ revision, key, at: AT });
const refused = (revision: string) =>
  ({ revision, state: 'rolled_back', code: 'lost_service', key: LIVE, at: AT }) as const;
const target = (fields: Partial<Target> = {}): Target => {
  return { document: 'live', key: LIVE, live: LIVE, isHeld: false, ...fields };
};
const circumstances = (fields: Partial<DeviceCircumstances> = {}): DeviceCircumstances => {
  return { target: target(), retriedSeq: 0, isUpgrading: false, isUp: true, ...fields };
};
const transient = reportOf({ state: 'failed', attempted: NEXT, error: { code: 'no_space', message: '' } });

describe('the state of a configuration', () => {
  const rows: readonly [
    what: string,
    configuration: ConfigurationState,
    facts: Partial<DeviceCircumstances>,
    state: string,
    reason?: string,
  ][] = [
    ['has never reported', {}, {}, 'unmanaged'],
    ['does not report any more', { report: null, rendered: rendered(LAST) }, {}, 'unmanaged'],
    [
      'has refused the document that it should run',
      { report: reportOf({ drifted: true }), rendered: rendered(NEXT), refused: refused(NEXT) },
      {},
      'rolled_back',
    ],
    [
      'has refused a document before an edit',
      { report: reportOf(), rendered: rendered(NEXT, OLD), refused: refused(NEXT) },
      {},
      'pending',
      'offered',
    ],
    ['drifts', { report: reportOf({ drifted: true }), rendered: rendered(LAST) }, {}, 'drifted'],
    [
      'drifts after an edit',
      { report: reportOf({ drifted: true }), rendered: rendered(LAST, OLD) },
      {},
      'drifted',
    ],
    [
      'drifts, and was retried',
      { report: reportOf({ drifted: true }), rendered: rendered(LAST), retried: true },
      {},
      'pending',
      'offered',
    ],
    [
      'drifted before its network was retried',
      { report: reportOf({ drifted: true }), rendered: rendered(LAST, OLD) },
      { retriedSeq: 2 },
      'pending',
      'offered',
    ],
    ['runs what it should', { report: reportOf(), rendered: rendered(LAST) }, {}, 'in_sync'],
    [
      'runs what it should in a network that is held',
      { report: reportOf(), rendered: rendered(LAST) },
      { target: target({ isHeld: true }) },
      'in_sync',
    ],
    [
      'runs the settings before those that are held',
      { report: reportOf(), rendered: rendered(LAST, OLD) },
      { target: target({ document: 'base', key: OLD, isHeld: true }) },
      'held',
    ],
    [
      'waits for a canary',
      { report: reportOf(), rendered: rendered(LAST, OLD) },
      { target: target({ document: null }), isUp: false },
      'pending',
      'canary',
    ],
    [
      'is upgrading',
      { report: reportOf(), rendered: rendered(NEXT) },
      { isUpgrading: true, isUp: false },
      'pending',
      'upgrade',
    ],
    [
      'waits for its radios',
      { report: reportOf({ waitingS: 60 }), rendered: rendered(NEXT) },
      {},
      'pending',
      'waiting',
    ],
    ['is down', { report: transient, rendered: rendered(NEXT) }, { isUp: false }, 'pending', 'offline'],
    ['tries again by itself', { report: transient, rendered: rendered(NEXT) }, {}, 'pending', 'transient'],
    ['has fetched nothing', { report: reportOf() }, {}, 'pending', 'offered'],
  ];
  for (const [what, configuration, facts, state, reason] of rows)
    // docs/configuration.md#states
    it(`of a device that ${what} is ${[state, reason].filter(Boolean).join(' ')}`, () => {
      const judged = stateOf(configuration, circumstances(facts));
      expect(judged).to.deep.equal({ state, reason: reason ?? null });
    });
});

describe('a report of a failed attempt', () => {
  const stored = { report: reportOf(), reportedAt: AT, rendered: rendered(NEXT) };
  const failed = (fields: Partial<ConfigurationReport> = {}): ConfigurationReport =>
    reportOf({
      state: 'failed',
      attempted: NEXT,
      attempt: 2,
      error: { code: 'apply', message: '' },
      ...fields,
    });

  // docs/configuration.md#states-1
  it('refuses the revision, until the device applies it or reports that it runs nothing', () => {
    const after = { ...stored, ...judgeReport(stored, failed(), AT) };
    expect(after.refused).to.deep.equal({
      revision: NEXT,
      state: 'failed',
      code: 'apply',
      key: LIVE,
      at: AT,
    });
    expect(after.problem).to.equal('failed');
    expect(isFetchDue(after, target(), 'report')).to.equal(false);
    for (const report of [
      reportOf({ revision: NEXT, attempt: 3 }),
      reportOf({ revision: null, state: null, attempt: null }),
    ])
      expect(judgeReport(after, report, AT)).to.include({ refused: null, problem: null });
    expect(judgeReport(after, reportOf({ attempt: 3 }), AT)?.refused).to.deep.equal(after.refused);
  });

  for (const code of TRANSIENT_CODES)
    // docs/configuration.md#states-2
    it(`with ${code} refuses nothing`, () => {
      const after = { ...stored, ...judgeReport(stored, failed({ error: { code, message: '' } }), AT) };
      expect(after).to.include({ refused: null, problem: null });
      expect(isFetchDue(after, target(), 'report')).to.equal(true);
    });

  // docs/configuration.md#states-3
  it('refuses nothing again when it repeats the outcome, with the number of the attempt or without numbers', () => {
    for (const attempt of [2, null]) {
      const report = failed({ attempt });
      const retried = { ...stored, report, refused: null };
      expect(judgeReport(retried, { ...report, agent: 'agent 2' }, AT)?.refused).to.equal(null);
    }
    const report = failed();
    const again = judgeReport({ ...stored, report, refused: null }, failed({ attempt: 3 }), AT);
    expect(again?.refused?.revision).to.equal(NEXT);
  });
});
