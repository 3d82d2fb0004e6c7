import { expect } from 'chai';
import { Deafness, NEVER_DEAF } from '../../../shared/deaf-periods/domain/deafness.js';
import {
  judgeCanary,
  type CanaryDevice,
  type CanaryFacts,
  type JudgedCanary,
} from '../../../shared/bulk/domain/judge-canary.js';
import { DEFAULT_SETTINGS } from '../../../shared/configuration/records/domain/network-configuration.js';
import {
  AT,
  fetched,
  keyAt,
  later,
  reportOf,
  revisionOf,
  running,
} from '../../configuration/canary-model.js';

const BEFORE = keyAt(4, 2);
const CHANGED = keyAt(4, 3);
const REVISION = revisionOf(CHANGED);
const SETTINGS = { ...DEFAULT_SETTINGS, canary: true };
/** Two intervals of heartbeats, twice the time of a trial, the soak, and the time after which a device is down. */
const ALLOWANCE_S = 2 * 60 + 2 * 120 + 30 + 150;

const waiting = (fields: Partial<JudgedCanary> = {}): JudgedCanary => {
  const none = { code: null, waitingUntil: null, appliedAt: null };
  return { seq: 3, state: 'waiting', since: AT, ...none, ...fields };
};

const heard = (
  configuration: CanaryDevice['configuration'],
  at = AT,
  more: Partial<CanaryDevice> = {},
): CanaryDevice => {
  return { configuration, lastHeartbeatAt: at, target: { document: 'live' }, isUpgrading: false, ...more };
};

const judge = (
  device: CanaryDevice | null,
  at: Date,
  canary: JudgedCanary = waiting(),
  more: Partial<CanaryFacts> = {},
) =>
  judgeCanary(canary, {
    at,
    device,
    settings: SETTINGS,
    heartbeatIntervalS: 60,
    downAfterS: 150,
    deafness: NEVER_DEAF,
    ...more,
  });

// docs/administration.md#staged-canary
describe('the canary of a bulk operation', () => {
  const applied = waiting({ appliedAt: AT });

  it('passes by a heartbeat soak_s after it was first to run the change', () => {
    const runs = running(CHANGED);
    expect(judge(heard(fetched(CHANGED, BEFORE)), later(5))).to.equal(null);
    expect(judge(heard({ ...runs, reportedAt: later(4) }, later(4)), later(5))).to.deep.equal({
      appliedAt: later(4),
    });
    expect(judge(heard(runs, later(29)), later(40), applied)).to.equal(null);
    expect(judge(heard(runs, later(30)), later(40), applied)).to.include({ state: 'passed' });
    // A later change of the device, or of its network, has the change too.
    expect(judge(heard(running(keyAt(9, 5)), later(30)), later(40), applied)).to.include({ state: 'passed' });
    expect(judge(heard(running(BEFORE), later(30)), later(40), applied)).to.equal(null);
  });

  it('passes at once without a soak, and where canaries are turned off', () => {
    const soakS = { settings: { ...SETTINGS, soakS: 0 } };
    expect(judge(heard(running(CHANGED)), later(5), waiting(), soakS)).to.include({ state: 'passed' });
    const off = { settings: { ...SETTINGS, canary: false } };
    expect(judge(heard(running(BEFORE)), later(5), waiting(), off)).to.include({ state: 'passed' });
  });

  it('does not pass while something else has changed what it runs', () => {
    const { rendered, report } = running(CHANGED);
    const drifted = {
      ...(rendered ? { rendered } : {}),
      report: report ? { ...report, drifted: true } : null,
    };
    expect(judge(heard(drifted, later(60)), later(60), applied)).to.equal(null);
  });

  it('refuses the change with its code, and by an SSID that it leaves out since', () => {
    const refusal = {
      revision: REVISION,
      state: 'rolled_back',
      code: 'apply',
      key: CHANGED,
      at: AT,
    } as const;
    const state = { ...fetched(CHANGED, BEFORE), refused: refusal };
    expect(judge(heard(state), later(5))).to.deep.equal({ state: 'refused', code: 'apply' });
    // What it refused before the change says nothing of the change.
    const old = { ...fetched(BEFORE, keyAt(3)), refused: { ...refusal, revision: revisionOf(BEFORE) } };
    expect(judge(heard(old), later(5))).to.equal(null);
    const report = reportOf(REVISION, { leftOut: [{ ssid_id: 7, feature: 'channel' }] });
    const previous = { revision: revisionOf(BEFORE), key: BEFORE, applied: [7] };
    const lacking = { ...running(CHANGED), report, previous };
    expect(judge(heard(lacking), later(5))).to.deep.equal({ state: 'refused', code: 'left_out' });
  });

  it('is lost when it has left the inventory, or is not managed any more', () => {
    expect(judge(null, later(1))).to.deep.equal({ state: 'lost' });
    expect(judge(heard({ ...running(CHANGED), report: null }), later(1))).to.deep.equal({ state: 'lost' });
  });

  it('is lost when it neither passes nor refuses in time, deaf periods apart', () => {
    const silent = heard(fetched(CHANGED, BEFORE));
    expect(judge(silent, later(ALLOWANCE_S - 1))).to.equal(null);
    expect(judge(silent, later(ALLOWANCE_S))).to.deep.equal({ state: 'lost' });
    const deaf = new Deafness([{ from: later(10).getTime(), to: later(110).getTime() }], null, 0);
    expect(judge(silent, later(ALLOWANCE_S + 99), waiting(), { deafness: deaf })).to.equal(null);
    expect(judge(silent, later(ALLOWANCE_S + 100), waiting(), { deafness: deaf })).to.include({
      state: 'lost',
    });
    const unknown = new Deafness([], later(20), 0);
    expect(judge(silent, later(ALLOWANCE_S + 100), waiting(), { deafness: unknown })).to.equal(null);
  });

  it('has its time from when it can fetch: not while its network is tested, or an upgrade goes first', () => {
    const at = later(ALLOWANCE_S + 100);
    const before = running(BEFORE);
    for (const more of [{ target: { document: null } }, { isUpgrading: true }]) {
      expect(judge(heard(before, at, more), at)).to.deep.equal({ since: at });
      expect(judge(heard(before, AT, more), at), 'a device that is down').to.deep.equal({ state: 'lost' });
    }
  });

  it('has its time from when its radios are expected to be up, and no longer than radios take', () => {
    const report = reportOf(REVISION, { waitingS: 600 });
    const state = { ...running(CHANGED), report };
    expect(judge(heard(state, later(10)), later(12))).to.deep.equal({ waitingUntil: later(610) });
    const known = waiting({ waitingUntil: later(610) });
    expect(judge(heard(state, later(10)), later(609 + ALLOWANCE_S), known)).to.equal(null);
    expect(judge(heard(state, later(10)), later(610 + ALLOWANCE_S), known)).to.include({ state: 'lost' });
    const longest = waiting({ waitingUntil: later(1800) });
    expect(judge(heard(state, later(1790)), later(1800 + ALLOWANCE_S), longest)).to.include({
      state: 'lost',
    });
  });
});
