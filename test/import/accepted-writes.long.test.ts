import { expect } from 'chai';
import { seed } from '../fixtures/seed.js';
import { expectRestorable } from './accepted-writes.js';
import { WRITING } from './write-requests.js';

/** Operations of which no request of the test is accepted: they need a password, or what workers make. */
const NEVER = ['open_session', 'close_session'];

describe('what 2,000 requests have written', () => {
  // docs/operations.md#backup-and-restore
  it('is exported without a fault and imported into an empty database, which answers as before', async function () {
    this.timeout(900_000);
    const counts = await expectRestorable(2000, seed);
    console.log([...counts].map(([operation, count]) => `${operation} ${count}`).join(', '));
    expect(WRITING.filter((operation) => !counts.has(operation) && !NEVER.includes(operation))).to.deep.equal(
      [],
    );
  });
});
