import { expect } from 'chai';
import fc from 'fast-check';
import {
  BLOCK,
  blockChanges,
  countedIn,
  idAtOffset,
} from '../../../shared/inventory/domain/device-blocks.js';

describe('blocks of ids', () => {
  const ids = fc.uniqueArray(fc.nat(BLOCK * 20), { maxLength: 300 });

  it('lead to the device of any number', () => {
    fc.assert(
      fc.property(ids, fc.nat(320), (given, offset) => {
        const sorted = [...given].sort((a, b) => a - b);
        const blocks = counted(blockChanges([], sorted));
        expect(countedIn(blocks)).to.equal(sorted.length);
        const place = idAtOffset(blocks, offset);
        const reached = place && sorted.filter((id) => id >= place.from)[place.skip];
        expect(reached ?? undefined).to.equal(sorted[offset]);
        if (place) expect(place.skip).to.be.lessThan(BLOCK);
      }),
    );
  });

  it('change by those that leave and come, and by none that stay', () => {
    fc.assert(
      fc.property(ids, ids, (left, came) => {
        const changes = counted(blockChanges(left, came));
        expect(countedIn(changes)).to.equal(came.length - left.length);
        expect(blockChanges(left, left)).to.deep.equal({});
      }),
    );
  });
});

/** The blocks that the changes make of none. */
function counted(changes: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(changes).map(([field, change]) => [field.replace('deviceBlocks.', ''), change]),
  );
}
