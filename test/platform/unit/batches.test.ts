import { expect } from 'chai';
import { batchesOf } from '../../../shared/platform/mongo/batches.js';

describe('batchesOf', () => {
  it('keeps the order and fills every batch but the last', () => {
    expect(batchesOf([1, 2, 3, 4, 5], 2)).to.deep.equal([[1, 2], [3, 4], [5]]);
    expect(batchesOf([1, 2], 2)).to.deep.equal([[1, 2]]);
  });

  it('returns no batch for no items, and batches of 1,000 by default', () => {
    expect(batchesOf([])).to.deep.equal([]);
    expect(batchesOf(Array.from({ length: 2001 })).map((batch) => batch.length)).to.deep.equal([
      1000, 1000, 1,
    ]);
  });
});
