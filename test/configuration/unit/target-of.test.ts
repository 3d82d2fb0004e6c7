import { expect } from 'chai';
import { judgeReport } from '../../../shared/configuration/domain/judge-report.js';
import { isFetchDue } from '../../../shared/configuration/domain/fetch-due.js';
import type { NetworkCanary } from '../../../shared/configuration/domain/network-canary.js';
import { targetOf } from '../../../shared/configuration/domain/target-of.js';
import type { ConfigurationReport } from '../../../shared/configuration/records/domain/device-configuration.js';
import type { Hold } from '../../../shared/configuration/records/domain/network-configuration.js';
import {
  AT,
  canaryPart,
  deviceWith,
  fetched,
  keyAt,
  networkWith,
  reportOf,
  revisionOf,
  running,
} from '../canary-model.js';

const HELD: Hold = { reason: 'canary', part: 'MR-330', deviceId: 9, code: 'apply', at: AT };
const NOTHING = { report: reportOf(null) };
const passed = canaryPart({ deviceId: 9, passedAt: AT });

function targetIn(network: NetworkCanary | undefined, state: Parameters<typeof targetOf>[1], device = {}) {
  return targetOf(deviceWith(device), state, network, 1);
}

describe('what a device is to run', () => {
  // docs/configuration.md#target-live
  it('is live without a base, for the canary, after its part has passed, and where live runs already', () => {
    const live = { document: 'live', key: keyAt(5), live: keyAt(5) };
    const untested = networkWith({ baseSeq: null });
    const claimed = networkWith({ parts: [canaryPart()] });
    const open = networkWith({ parts: [passed] });
    expect(targetIn(untested, running(keyAt(4)))).to.deep.include(live);
    expect(targetIn(claimed, running(keyAt(4)))).to.deep.include(live);
    expect(targetIn(open, running(keyAt(4)))).to.deep.include(live);
    expect(targetIn(networkWith(), running(keyAt(5)))).to.deep.include(live);
    expect(targetIn(networkWith({ held: HELD }), running(keyAt(5, 1)))).to.deep.include(live);
    expect(targetIn(undefined, NOTHING)).to.deep.include({ document: 'live', key: keyAt(0) });
  });

  // docs/configuration.md#target-base
  it('is the base in a held network for a device that runs nothing of it, or has an own change', () => {
    const held = networkWith({ held: HELD, parts: [passed] });
    const base = { document: 'base', key: keyAt(4), live: keyAt(5), isHeld: true };
    expect(targetIn(held, NOTHING)).to.deep.equal(base);
    expect(targetIn(held, running(keyAt(9, 2, 8)))).to.deep.equal(base);
    expect(targetIn(held, running(keyAt(4, 1)))).to.deep.equal(base);
    expect(targetIn(held, running([7, 4, 2, 0]))).to.deep.equal(base);
    expect(targetIn(held, fetched(keyAt(5), keyAt(3, 1)))).to.deep.equal(base);
  });

  // docs/configuration.md#target-waits
  it('is what it runs while another device is tested, and in a held network', () => {
    const waits = { document: null, key: keyAt(5) };
    expect(targetIn(networkWith(), running(keyAt(4)))).to.deep.include(waits);
    const other = networkWith({ parts: [canaryPart({ deviceId: 9 })] });
    expect(targetIn(other, running(keyAt(4)))).to.deep.include(waits);
    const otherPart = networkWith({ parts: [canaryPart({ part: 'SW-24', deviceId: 9, passedAt: AT })] });
    expect(targetIn(otherPart, NOTHING)).to.deep.include(waits);
    const held = networkWith({ held: HELD, parts: [passed] });
    expect(targetIn(held, running(keyAt(4)))).to.deep.include({ ...waits, isHeld: true });
    expect(targetIn(held, fetched(keyAt(5), keyAt(4)))).to.deep.include(waits);
  });

  // docs/configuration.md#target-waits
  it('is not fetched by a device that waits, whatever it reports', () => {
    const target = targetIn(networkWith(), running(keyAt(4)));
    for (const state of [NOTHING, running(keyAt(4)), fetched(keyAt(5), keyAt(4))])
      expect(isFetchDue(state, target, 'restore')).to.equal(false);
  });

  // docs/configuration.md#target-base
  it('is fetched although the device has fetched the held settings before', () => {
    const state = fetched(keyAt(5), keyAt(4, 1));
    expect(isFetchDue(state, targetIn(networkWith({ held: HELD }), state), 'report')).to.equal(true);
  });

  it('is fetched after the network was deleted and imported again, at a lower sequence', () => {
    const state = running([5, 50, 2, 0]);
    const target = { document: 'live', key: [5, 1, 4, 0], live: [5, 1, 4, 0], isHeld: false } as const;
    expect(isFetchDue(state, target, 'report')).to.equal(true);
  });

  // docs/configuration.md#settings
  it('is fetched again by a drifted device where drift is to be restored', () => {
    const state = { ...running(keyAt(5)), report: reportOf(revisionOf(keyAt(5)), { drifted: true }) };
    const target = targetIn(networkWith(), state);
    expect(isFetchDue(state, target, 'report')).to.equal(false);
    expect(isFetchDue(state, target, 'restore')).to.equal(true);
  });
});

describe('a refused revision', () => {
  const refused = { revision: 'a'.repeat(64), state: 'failed', code: 'apply', key: null, at: AT } as const;
  const after = (report: Partial<ConfigurationReport>) =>
    judgeReport({ ...running(keyAt(4)), refused }, { ...reportOf(null), ...report }, AT)?.refused;

  it('stays refused after a download that failed on a device that runs nothing', () => {
    const error = { code: 'download', message: 'damaged' } as const;
    expect(after({ state: 'failed', attempt: 2, error })).to.deep.equal(refused);
  });

  it('is offered again after a reset of the device', () => {
    expect(after({})).to.equal(null);
    expect(after({ state: 'applied' })).to.equal(null);
  });
});
