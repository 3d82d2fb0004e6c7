import { expect } from 'chai';
import { readFlag } from '../../../shared/platform/values/flags.js';

describe('readFlag', () => {
  // docs/http.md#requests-6
  it('reads true, "true", 1 and "1" as true', () => {
    expect([true, 'true', 1, '1'].map(readFlag)).to.deep.equal([true, true, true, true]);
  });

  // docs/http.md#requests-6
  it('reads false, "false", 0 and "0" as false', () => {
    expect([false, 'false', 0, '0', -0].map(readFlag)).to.deep.equal([false, false, false, false, false]);
  });

  it('refuses anything else', () => {
    for (const value of ['yes', 'TRUE', '', ' 1', 2, -1, NaN, null, undefined, [], [1], {}, { $ne: 1 }, 1n]) {
      expect(readFlag(value)).to.equal(null);
    }
  });
});
