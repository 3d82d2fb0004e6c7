import { expect } from 'chai';
import { freeSlots, SSIDS_PER_NETWORK } from '../../../shared/ssids/domain/ssid-slots.js';

describe('free SSID slots of a network', () => {
  it('are sixteen in an empty network, and none in a full one', () => {
    const all = Array.from({ length: SSIDS_PER_NETWORK }, (_, slot) => slot);
    expect(freeSlots([])).to.deep.equal(all);
    expect(freeSlots(all)).to.deep.equal([]);
  });

  it('exclude the slots in use, given in any order', () => {
    expect(freeSlots([15, 0, 3])).to.deep.equal([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  });
});
