import { expect } from 'chai';
import fc from 'fast-check';
import { BLOCK, blockChanges, countedIn, idAtOffset } from '../../../shared/platform/values/id-blocks.js';

describe('id blocks', () => {
  const ids = fc.uniqueArray(fc.nat(BLOCK * 20), { maxLength: 300 });

  it('locate the record at any offset', () => {
    fc.assert(
      fc.property(ids, fc.nat(320), (given, offset) => {
        const sorted = [...given].sort((a, b) => a - b);
        const blocks = counted(blockChanges('blocks', [], sorted));
        expect(countedIn(blocks)).to.equal(sorted.length);
        const position = idAtOffset(blocks, offset);
        const reached = position && sorted.filter((id) => id >= position.from)[position.skip];
        expect(reached ?? undefined).to.equal(sorted[offset]);
        if (position) expect(position.skip).to.be.lessThan(BLOCK);
      }),
    );
  });

  it('change by the added and removed ids only', () => {
    fc.assert(
      fc.property(ids, ids, (left, came) => {
        const changes = counted(blockChanges('blocks', left, came));
        expect(countedIn(changes)).to.equal(came.length - left.length);
        expect(blockChanges('blocks', left, left)).to.deep.equal({});
      }),
    );
  });
});

/** The blocks after applying the changes to none. */
function counted(changes: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(changes).map(([field, change]) => [field.replace('blocks.', ''), change]),
  );
}
