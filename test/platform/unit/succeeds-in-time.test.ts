import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { succeedsInTime } from '../../../shared/platform/observability/with-timeout.js';

const TIMEOUT_MS = 10;

/** Blocks the event loop; other threads continue. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

describe('a check with a timeout', () => {
  it('says no when the call fails or takes longer', async () => {
    expect(await succeedsInTime(() => stat('no such file'), 60_000)).to.equal(false);
    expect(await succeedsInTime(() => wait(60_000, true, { ref: false }), TIMEOUT_MS)).to.equal(false);
  });

  it('says yes when the result arrived in time and the process was too busy to read it', async () => {
    const answer = succeedsInTime(() => stat('.'), TIMEOUT_MS);
    block(TIMEOUT_MS * 20);
    expect(await answer).to.equal(true);
  });
});
