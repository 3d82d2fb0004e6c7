import { expect } from 'chai';
import fc from 'fast-check';
import { testsAll } from '../../fixtures/seed.js';
import { anyCommands } from '../play/commands.js';
import { expectExact, Play, slotsOf } from '../play/play.js';
import { RolloutRunFixture } from '../rollout-run-fixture.js';

/** `PLAYS=20` plays more of them. */
const RUNS = Number(process.env['PLAYS'] ?? (testsAll ? 5 : 2));
const DEVICES = 5;
const MAX_IN_FLIGHT = 2;
const ALPHABET = {
  devices: DEVICES,
  seconds: [-20, 1, 30, 61, 200, 2000],
  edits: [{ max_in_flight: 1 }, { max_in_flight: MAX_IN_FLIGHT }, { rate: { per_minute: 60 } }],
};

describe('a rollout, whatever happens', function () {
  this.timeout(1_800_000);

  // docs/rollouts.md#slots
  it('never holds more slots than allowed, gives a device one upgrade, and counts every upgrade once', async () => {
    await fc.assert(
      fc.asyncProperty(anyCommands(ALPHABET), async (played) => {
        const fixture = await RolloutRunFixture.open({ UPGRADE_STEP_TIMEOUT_S: '60' });
        try {
          const devices = await fixture.devices(DEVICES);
          const { _id: id } = await fixture.started({
            max_in_flight: MAX_IN_FLIGHT,
            retry: { step_timeout_minutes: 1 },
            gates: { failure_percent: 100 },
            stages: [
              { percent: 40, soak_minutes: 0 },
              { percent: 100, soak_minutes: 0 },
            ],
          });
          const play = new Play(fixture, id, devices);
          for (const command of played) {
            await play.run(command);
            await expectExact(fixture, id);
            expect((await slotsOf(fixture, id)).size, 'slots').to.be.at.most(MAX_IN_FLIGHT);
          }
        } finally {
          await fixture.close();
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
