import { Deafness, NEVER_DEAF } from '../../../shared/deaf-periods/domain/deafness.js';
import { expect } from 'chai';
import { afterStep, stepOfBeat, stepOfFetch } from '../../../shared/configuration/domain/canary-step.js';
import { judgeFailures } from '../../../shared/configuration/domain/judge-failures.js';
import { judgeSilence } from '../../../shared/configuration/domain/judge-silence.js';
import { networkCanaryOf, type NetworkCanary } from '../../../shared/configuration/domain/network-canary.js';
import { targetOf } from '../../../shared/configuration/domain/target-of.js';
import type { ConfigurationState } from '../../../shared/configuration/records/domain/device-configuration.js';
import {
  AT,
  canaryPart,
  deviceWith,
  fetched,
  keyAt,
  later,
  networkWith,
  NOTHING_REPORTED,
  reportOf,
  revisionOf,
  running,
} from '../canary-model.js';

const OLD = running(keyAt(4));
const LIVE = running(keyAt(5));

function refusing(): ConfigurationState {
  const state = fetched(keyAt(5), keyAt(4));
  const revision = revisionOf(keyAt(5));
  return { ...state, refused: { revision, state: 'failed', code: 'apply', key: keyAt(5), at: AT } } as never;
}

function beatIn(
  network: NetworkCanary,
  state: ConfigurationState,
  { at = AT, isUpgrading = false, _id = 1 } = {},
) {
  const device = deviceWith({ _id });
  return stepOfBeat(network, { device, state, target: targetOf(device, state, network, 1), at, isUpgrading });
}

describe('the canary of a part', () => {
  const step = { part: 'MR-330', deviceId: 1, at: AT };

  // docs/configuration.md#canary-claim
  it('is the first managed device without an upgrade, also after a place was freed', () => {
    expect(beatIn(networkWith(), OLD)).to.deep.equal({ ...step, kind: 'claim', tries: 1 });
    const freed = networkWith({ parts: [canaryPart({ deviceId: null, tries: 2 })] });
    expect(beatIn(freed, OLD)).to.deep.equal({ ...step, kind: 'claim', tries: 3 });
    expect(beatIn(networkWith(), OLD, { isUpgrading: true })).to.equal(null);
    expect(beatIn(networkWith(), { report: null })).to.equal(null);
    expect(beatIn(networkWith({ baseSeq: null }), OLD)).to.equal(null);
    expect(beatIn(networkWith({ parts: [canaryPart({ deviceId: 9 })] }), OLD)).to.equal(null);
  });

  // docs/configuration.md#canary-fetched
  it('has fetched, and passes when it has the document already', () => {
    const claimed = networkWith({ parts: [canaryPart()] });
    const fetch = { ...step, kind: 'fetch' };
    expect(stepOfFetch(claimed, deviceWith(), { at: AT, isSame: false })).to.deep.equal({
      ...fetch,
      isPassed: false,
    });
    const again = networkWith({ parts: [canaryPart({ fetchedAt: AT })] });
    expect(stepOfFetch(again, deviceWith(), { at: AT, isSame: false })).to.equal(null);
    expect(stepOfFetch(again, deviceWith(), { at: AT, isSame: true })).to.deep.equal({
      ...fetch,
      isPassed: true,
    });
    expect(stepOfFetch(claimed, deviceWith({ _id: 2 }), { at: AT, isSame: true })).to.equal(null);
  });

  // docs/configuration.md#canary-applied
  it('has applied the edit when it reports so, and passes at once without a time to soak', () => {
    const claimed = networkWith({ parts: [canaryPart({ fetchedAt: AT })] });
    expect(beatIn(claimed, fetched(keyAt(5), keyAt(4)))).to.equal(null);
    expect(beatIn(claimed, LIVE)).to.deep.equal({ ...step, kind: 'apply', isPassed: false });
    const eager = { ...claimed, settings: { ...claimed.settings, soakS: 0 } };
    expect(beatIn(eager, LIVE)).to.deep.equal({ ...step, kind: 'apply', isPassed: true });
  });

  // docs/configuration.md#canary-passed
  it('passes when it reports the edit for the time of soak_s', () => {
    const applied = networkWith({ parts: [canaryPart({ appliedAt: AT })] });
    expect(beatIn(applied, LIVE, { at: later(29) })).to.equal(null);
    expect(beatIn(applied, LIVE, { at: later(30) })).to.include({ kind: 'pass' });
    expect(beatIn(applied, OLD, { at: later(30) })).to.equal(null);
  });

  // docs/configuration.md#canary-refused
  it('holds the network when it refuses the edit, and nothing else', () => {
    const claimed = networkWith({ parts: [canaryPart({ fetchedAt: AT })] });
    expect(beatIn(claimed, refusing())).to.deep.equal({ ...step, kind: 'refuse', code: 'apply' });
    const older = { ...refusing(), rendered: { revision: revisionOf(keyAt(5)), key: keyAt(4), at: AT } };
    expect(beatIn(claimed, older)).to.equal(null);
    const refused = beatIn(claimed, refusing());
    const held = refused && afterStep(claimed, refused);
    expect(held?.held).to.deep.equal({
      reason: 'canary',
      part: 'MR-330',
      deviceId: 1,
      code: 'apply',
      at: AT,
    });
    expect(held && beatIn(held, LIVE)).to.equal(null);
  });

  // docs/configuration.md#canary-waiting
  it('waits for its radios, which is written once as long as the end that they expect is the same', () => {
    const claimed = networkWith({ parts: [canaryPart({ fetchedAt: AT })] });
    const waiting = (waitingS: number): ConfigurationState => {
      const state = fetched(keyAt(5), keyAt(4));
      return { ...state, report: { ...NOTHING_REPORTED, ...state.report, waitingS } };
    };
    const wait = beatIn(claimed, waiting(90), { at: later(10) });
    expect(wait).to.deep.equal({ ...step, at: later(10), kind: 'wait', until: later(100) });
    const noted = wait ? afterStep(claimed, wait) : claimed;
    expect(beatIn(noted, waiting(61), { at: later(40) })).to.equal(null);
    expect(beatIn(noted, waiting(90), { at: later(40) })).to.deep.include({ until: later(130) });
    expect(beatIn(claimed, waiting(1800), { at: later(900) })).to.deep.include({ until: later(1800) });
    expect(beatIn(networkWith({ parts: [canaryPart()] }), waiting(90))).to.equal(null);
    const isOnLive = { ...LIVE, report: reportOf(revisionOf(keyAt(5)), { waitingS: 90 }) };
    expect(beatIn(noted, isOnLive, { at: later(10) }), 'applied').to.equal(null);
    const deadline = 100 + 2 * 120 + 30 + 180;
    expect(judgeSilence(noted, { ...FACTS, at: later(deadline - 1) }).step).to.equal(null);
    const lost = judgeSilence(noted, { ...FACTS, at: later(deadline) }).step;
    expect(lost?.kind === 'hold' && lost.hold).to.include({ reason: 'canary_lost' });
  });

  // docs/configuration.md#canary-lift
  it('lifts the hold of a lost canary when it reports the edit, and the test goes on', () => {
    const lost = networkWith({
      parts: [canaryPart({ fetchedAt: AT })],
      held: { reason: 'canary_lost', part: 'MR-330', deviceId: 1, code: null, at: AT },
    });
    expect(beatIn(lost, OLD)).to.equal(null);
    expect(beatIn(lost, LIVE, { _id: 2 })).to.equal(null);
    const lift = beatIn(lost, LIVE, { at: later(600) });
    expect(lift).to.include({ kind: 'lift' });
    const lifted = lift ? afterStep(lost, lift) : lost;
    expect(lifted.held).to.equal(null);
    expect(beatIn(lifted, LIVE, { at: later(630) })).to.include({ kind: 'pass' });
    expect(judgeSilence(lifted, { ...FACTS, at: later(700) }).step).to.equal(null);
  });
});

const FACTS = {
  deafness: NEVER_DEAF,
  at: AT,
  heartbeatIntervalS: 60,
  downAfterS: 180,
  isInNetwork: () => true,
};

describe('a canary that goes no further', () => {
  // docs/configuration.md#canary-silent
  it('loses its place when it does not fetch within two intervals, and holds the network the third time', () => {
    const claimed = networkWith({ parts: [canaryPart()] });
    expect(judgeSilence(claimed, { ...FACTS, at: later(119) })).to.deep.equal({
      step: null,
      nextAt: later(120),
    });
    expect(judgeSilence(claimed, { ...FACTS, at: later(120) }).step).to.include({
      kind: 'free',
      isSilent: true,
    });
    const third = networkWith({ parts: [canaryPart({ tries: 3 })] });
    const { step } = judgeSilence(third, { ...FACTS, at: later(120) });
    expect(step?.kind === 'hold' && step.hold).to.include({ reason: 'canary_silent', deviceId: 1 });
  });

  it('keeps its place while the service is deaf and in the grace after it, and loses it then', () => {
    const span = { from: later(60).getTime(), to: later(600).getTime() };
    const deafness = new Deafness([span], null, 300);
    for (const entry of [canaryPart(), canaryPart({ fetchedAt: AT, tries: 3 })]) {
      const network = networkWith({ parts: [entry] });
      expect(judgeSilence(network, { ...FACTS, deafness, at: later(899) }).step).to.equal(null);
    }
    const silent = networkWith({ parts: [canaryPart()] });
    const { step } = judgeSilence(silent, { ...FACTS, deafness, at: later(900) });
    expect(step).to.include({ kind: 'free', isSilent: true });
  });

  it('is looked at again within an interval while the service is deaf', () => {
    const deafness = new Deafness([{ from: later(60).getTime(), to: Infinity }], null, 300);
    const silent = networkWith({ parts: [canaryPart()] });
    expect(judgeSilence(silent, { ...FACTS, deafness, at: later(200) }).nextAt).to.deep.equal(later(260));
  });

  // docs/configuration.md#canary-left
  it('loses its place when it leaves the network, even after it has fetched', () => {
    const left = { ...FACTS, isInNetwork: () => false };
    for (const entry of [canaryPart(), canaryPart({ fetchedAt: AT, appliedAt: AT })])
      expect(judgeSilence(networkWith({ parts: [entry] }), left).step).to.include({ kind: 'free' });
  });

  // docs/configuration.md#canary-lost
  it('holds the network when it has fetched and neither passes nor fails in time', () => {
    const gone = networkWith({ parts: [canaryPart({ fetchedAt: AT })] });
    const deadline = 2 * 120 + 30 + 180;
    expect(judgeSilence(gone, { ...FACTS, at: later(deadline - 1) }).step).to.equal(null);
    const { step } = judgeSilence(gone, { ...FACTS, at: later(deadline) });
    expect(step?.kind === 'hold' && step.hold).to.include({ reason: 'canary_lost', part: 'MR-330' });
  });

  it('is looked at within an interval, and no more after it has passed or a hold', () => {
    const gone = networkWith({ parts: [canaryPart({ fetchedAt: AT })] });
    expect(judgeSilence(gone, { ...FACTS, at: later(10) }).nextAt).to.deep.equal(later(70));
    const passed = networkWith({ parts: [canaryPart({ passedAt: AT })] });
    expect(judgeSilence(passed, FACTS)).to.deep.equal({ step: null, nextAt: null });
    const held = { reason: 'failures', part: null, deviceId: null, code: null, at: AT } as const;
    expect(judgeSilence({ ...gone, held }, FACTS).nextAt).to.equal(null);
  });
});

// docs/configuration.md#canary-failures
describe('devices that refuse an edit', () => {
  it('hold it when there are stop_after of them, each counted once', () => {
    const network = networkWith();
    expect(judgeFailures(network, [], [1, 1], AT)).to.deep.equal({ refusals: [1], hold: null });
    expect(judgeFailures(network, [1], [1], AT)).to.equal(null);
    expect(judgeFailures(network, [1], [2, 3, 4], AT)).to.deep.equal({
      refusals: [1, 2, 3],
      hold: { reason: 'failures', part: null, deviceId: null, code: null, at: AT },
    });
  });

  it('hold it when stop_after is lowered to those that are known', () => {
    const network = networkWith();
    const lowered = { ...network, settings: { ...network.settings, stopAfter: 2 } };
    expect(judgeFailures(lowered, [1], [], AT)).to.equal(null);
    expect(judgeFailures(lowered, [1, 2], [], AT)?.hold).to.include({ reason: 'failures' });
  });

  it('hold nothing without stop_after or a base', () => {
    const network = networkWith();
    const unlimited = { ...network, settings: { ...network.settings, stopAfter: null } };
    expect(judgeFailures(unlimited, [], [1, 2, 3, 4], AT)).to.deep.equal({
      refusals: [1, 2, 3, 4],
      hold: null,
    });
    expect(judgeFailures(networkWith({ baseSeq: null }), [], [1, 2, 3, 4], AT)).to.equal(null);
  });
});

// docs/configuration.md#settings-canary
describe('a network without canaries', () => {
  it('has no base and no hold, whatever its record has', () => {
    const held = { reason: 'failures', part: null, deviceId: null, code: null, at: AT } as const;
    const record = { seq: 5, base: { seq: 4 }, parts: [canaryPart()], held };
    expect(networkCanaryOf(record, { configurationCanary: true })).to.include({ baseSeq: 4, held });
    const off = { baseSeq: null, held: null };
    expect(networkCanaryOf(record, { configurationCanary: false })).to.include(off);
    const settings = { canary: false };
    expect(networkCanaryOf({ ...record, settings }, { configurationCanary: true })).to.include(off);
  });
});
