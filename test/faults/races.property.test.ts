import { expect } from 'chai';
import fc from 'fast-check';
import { play } from './races/play.js';
import { rounds, type Action } from './races/race-actions.js';
import { TestService } from '../fixtures/records/test-service.js';

/** RACES=500 runs many more. */
const RACES = Number(process.env['RACES'] ?? 8);
/** Requests that are sent at once do not overlap each time. */
const MAX_TRIES = 20;

describe('concurrent requests of callers, devices and the worker', function () {
  this.timeout(60_000 + RACES * 20_000);
  let service: TestService;
  beforeEach(async () => {
    service = await TestService.open();
  });
  afterEach(async () => {
    await service.close();
  });

  it('keep every invariant and every acknowledged change', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, (all) => play(service, all)),
      {
        numRuns: RACES,
        plugins: [fc.interruptAfterTimeLimit(60_000 + RACES * 10_000)],
        endOnFailure: true,
      },
    );
  });

  it('break an invariant without the unique index on pending upgrades', async () => {
    const provision: Action = { do: 'provision', organisation: 0, machines: [0], network: 0 };
    const schedule: Action = {
      do: 'schedule',
      organisation: 0,
      machines: [0],
      network: 0,
      later: true,
      version: null,
    };
    const simulated = [[provision], Array.from({ length: 8 }, () => schedule)];
    await play(service, simulated);
    await service.dropIndex('upgrades', 'one_pending_per_device');
    let failure: unknown;
    for (let tries = 0; failure === undefined && tries < MAX_TRIES; tries += 1)
      failure = await play(service, simulated).catch((error: unknown) => error);
    expect(String(failure)).to.include('pending upgrades of a device');
  });
});
