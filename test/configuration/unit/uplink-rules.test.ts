import { expect } from 'chai';
import { uplinksFor } from '../../../shared/configuration/domain/uplink-rules.js';

const details = ['4', '1', '2', '3', '1', '5', '', '01'].map((uplink_type, at) => ({ uplink_type, at }));

describe('uplinksFor', () => {
  for (const [wifiUplink, usb, expected] of [
    [false, false, ['1', '1']],
    [true, false, ['1', '2', '3', '1']],
    [false, true, ['4', '1', '1']],
    [true, true, ['4', '1', '2', '3', '1']],
  ] as const) {
    // docs/interface.md#apply_configuration-5
    it(`returns ${expected.join(', ')} for wifi_uplink ${wifiUplink} and usb ${usb}`, () => {
      const taken = uplinksFor(details, { wifiUplink, usb });
      expect(taken.map((detail) => detail.uplink_type)).to.deep.equal(expected);
    });
  }

  it('keeps each detail unchanged', () => {
    expect(uplinksFor(details, { wifiUplink: false, usb: false })[0]).to.equal(details[1]);
  });

  it('returns nothing for a template without details', () => {
    expect(uplinksFor([], { wifiUplink: true, usb: true })).to.deep.equal([]);
  });
});
