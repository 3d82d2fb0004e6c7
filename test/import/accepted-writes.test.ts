import { expect } from 'chai';
import { seed } from '../fixtures/seed.js';
import { expectRestorable } from './accepted-writes.js';
import { WRITES, WRITING } from './write-requests.js';

describe('what requests have written', () => {
  it('comes from every operation that writes', () => {
    expect(Object.keys(WRITES).sort()).to.deep.equal([...WRITING].sort());
  });

  // docs/operations.md#backup-and-restore
  it('is exported without a fault and imported into an empty database, which answers as before', async () => {
    await expectRestorable(40, seed);
  });
});
