import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { succeedsInTime } from '../../../shared/platform/observability/with-timeout.js';

const TIMEOUT_MS = 10;

/** Sends a message from another thread, then says so. */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.postMessage('done');
  Atomics.store(workerData, 0, 1);
  Atomics.notify(workerData, 0);
`;

describe('a check with a timeout', () => {
  it('says no when the call fails or takes longer', async () => {
    expect(await succeedsInTime(() => stat('no such file'), 60_000)).to.equal(false);
    expect(await succeedsInTime(() => wait(60_000, true, { ref: false }), TIMEOUT_MS)).to.equal(false);
  });

  it('says yes when the result arrived in time and the process was too busy to read it', async () => {
    const state = new Int32Array(new SharedArrayBuffer(4));
    const thread = new Worker(THREAD, { eval: true, workerData: state });
    const answer = succeedsInTime(() => once(thread, 'message'), TIMEOUT_MS);
    // Blocks the event loop until the message was sent and the time is over.
    Atomics.wait(state, 0, 0);
    Atomics.wait(state, 0, 1, TIMEOUT_MS * 2);
    expect(await answer).to.equal(true);
    await thread.terminate();
  });
});
