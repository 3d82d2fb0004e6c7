import { expect } from 'chai';
import { afterStep, stepOfBeat } from '../../../shared/configuration/domain/canary-step.js';
import { ssidsOnAir } from '../../../shared/configuration/domain/ssids-on-air.js';
import { previousOf, targetOf } from '../../../shared/configuration/domain/target-of.js';
import type { ConfigurationState } from '../../../shared/configuration/records/domain/device-configuration.js';
import {
  AT,
  canaryPart,
  deviceWith,
  keyAt,
  networkWith,
  reportOf,
  revisionOf,
  running,
} from '../canary-model.js';

const LIVE = running(keyAt(5));
const CLAIMED = networkWith({ parts: [canaryPart({ fetchedAt: AT })] });

function stepOf(state: ConfigurationState) {
  const device = deviceWith();
  const target = targetOf(device, state, CLAIMED, 1);
  return stepOfBeat(CLAIMED, { device, state, target, at: AT, isUpgrading: false });
}

describe('a canary that leaves out an SSID', () => {
  // docs/configuration.md#canary-left-out
  it('holds the network when it leaves out an SSID that it had on the air before, and no other', () => {
    const lacking = (feature: string, applied: readonly number[], ssid_id = 7): ConfigurationState => {
      const { rendered } = LIVE;
      const previous = { revision: revisionOf(keyAt(4)), key: keyAt(4), applied };
      const report = reportOf(revisionOf(keyAt(5)), { leftOut: [{ ssid_id, feature }] });
      return { report, previous, ...(rendered ? { rendered } : {}) };
    };
    const refused = stepOf(lacking('invalid', [6, 7]));
    expect(refused).to.deep.equal({
      part: 'MR-330',
      deviceId: 1,
      at: AT,
      kind: 'refuse',
      code: 'left_out',
      ssidId: 7,
    });
    const held = refused && afterStep(CLAIMED, refused).held;
    expect(held).to.include({ reason: 'canary', code: 'left_out', ssidId: 7 });
    expect(stepOf(lacking('portal', [7]))).to.include({ code: 'left_out' });
    for (const passing of [
      lacking('invalid', [6]),
      lacking('client_kbps', [7]),
      lacking('time_zone', [7], 0),
    ])
      expect(stepOf(passing)).to.include({ kind: 'apply' });
  });

  // docs/configuration.md#canary-left-out
  it('loses no SSID by a document that switches its radios off', () => {
    const radio = { country: null, channel: null, channels: null, width_mhz: null };
    const rest = { power_dbm: null, legacy_rates: null, options: { hostapd: [], uci: [] } };
    const radios = (['2g', '5g', '6g'] as const).map((band) => {
      return { band, enabled: band === '5g' ? false : null, ...radio, ...rest };
    });
    const wireless = [
      { id: 6, bands: ['2g', '5g'] },
      { id: 7, bands: ['5g'] },
    ];
    const ssids = ssidsOnAir({ radios, wireless: wireless as never });
    expect(ssids).to.deep.equal([6]);
    const previous = { revision: revisionOf(keyAt(4)), key: keyAt(4), applied: [6, 7] };
    const rendered = { revision: revisionOf(keyAt(5)), key: keyAt(5), at: AT, ssids };
    const stepWithout = (ssid_id: number) => {
      const report = reportOf(revisionOf(keyAt(5)), { leftOut: [{ ssid_id, feature: 'band' }] });
      return stepOf({ report, previous, rendered });
    };
    expect(stepWithout(7)).to.include({ kind: 'apply' });
    expect(stepWithout(6)).to.include({ code: 'left_out', ssidId: 6 });
  });

  it('has had on the air what its document before had and it did not leave out', () => {
    const before = running(keyAt(4));
    const leftOut = [
      { ssid_id: 2, feature: 'router' },
      { ssid_id: 3, feature: 'client_kbps' },
    ];
    const report = reportOf(revisionOf(keyAt(4)), { leftOut });
    const rendered = { revision: revisionOf(keyAt(4)), key: keyAt(4), at: AT, ssids: [1, 2, 3] };
    expect(previousOf({ ...before, report, rendered })?.applied).to.deep.equal([1, 3]);
  });
});
