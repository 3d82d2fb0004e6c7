import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase } from '../../shared/composition/database.js';
import { testLog } from '../fixtures/log-watch.js';

const STALL_MS = 2500;

describe('StoreClock', () => {
  it('neither jumps nor goes back after the event loop has stalled', async () => {
    const uri = process.env['MONGODB_URI'] ?? '';
    const mongo = openDatabase(uri, { timeoutMs: 20_000, poolSize: 2 }, testLog('silent', 'clock'));
    try {
      await mongo.connected;
      let last = 0;
      for (let stall = 0; stall < 3; stall += 1) {
        const until = performance.now() + STALL_MS;
        while (performance.now() < until);
        for (let look = 0; look < 60; look += 1) {
          const now = mongo.now().getTime();
          expect(now).to.be.at.least(last);
          expect(now - Date.now()).to.be.within(-900, 900);
          last = now;
          await wait(10);
        }
      }
    } finally {
      await mongo.close();
    }
  });
});
