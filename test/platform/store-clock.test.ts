import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase } from '../../shared/composition/database.js';
import { testLog } from '../fixtures/log-watch.js';

const STALL_MS = 2500;
/** Below the difference that the clock takes for one of the machines. */
const PRECISION_MS = 900;

describe('StoreClock', () => {
  it('neither jumps nor goes back after the event loop has stalled', async () => {
    const uri = process.env['MONGODB_URI'] ?? '';
    const mongo = openDatabase(uri, { timeoutMs: 20_000, poolSize: 2 }, testLog('silent', 'clock'));
    try {
      await mongo.connected;
      let last = 0;
      for (let stall = 0; stall < 3; stall += 1) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MS);
        for (let look = 0; look < 60; look += 1) {
          const before = Date.now();
          const now = mongo.now().getTime();
          expect(now).to.be.at.least(last);
          expect(now).to.be.within(before - PRECISION_MS, Date.now() + PRECISION_MS);
          last = now;
          await wait(10);
        }
      }
    } finally {
      await mongo.close();
    }
  });
});
