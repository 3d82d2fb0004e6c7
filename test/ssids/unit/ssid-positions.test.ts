import { expect } from 'chai';
import { freePositions, SSIDS_PER_NETWORK } from '../../../shared/ssids/domain/ssid-positions.js';

describe('free SSID positions of a network', () => {
  it('are sixteen in an empty network, and none in a full one', () => {
    const all = Array.from({ length: SSIDS_PER_NETWORK }, (_, position) => position);
    expect(freePositions([])).to.deep.equal(all);
    expect(freePositions(all)).to.deep.equal([]);
  });

  it('exclude the positions in use, given in any order', () => {
    expect(freePositions([15, 0, 3])).to.deep.equal([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  });
});
