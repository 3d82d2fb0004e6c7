import { expect } from 'chai';
import fc from 'fast-check';
import { startTestApi, type TestApi } from '../../fixtures/api.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { actions, Twins } from './twins.js';

/** MEMORY_RUNS=2000 runs many more; one has 100 actions. */
const RUNS = Number(process.env['MEMORY_RUNS'] ?? 6);

describe('heartbeats of remembered devices', function () {
  this.timeout(120_000 + RUNS * 20_000);
  let service: TestService;
  let apis: TestApi[];
  before(async () => {
    service = await TestService.open({ CONFIGURATION_CANARY: 'false', UPGRADE_SOAK_S: '0' });
    const own = { now: service.clock.now, random: () => 0, indexesReady: () => Promise.resolve() };
    apis = [
      await startTestApi({ env: service.env, ...own }),
      await startTestApi({ env: { ...service.env, HEARTBEAT_MEMORY_MB: '0' }, ...own }),
    ];
  });
  after(async () => {
    await Promise.all(apis.map((api) => api.close()));
    await service.close();
  });

  // docs/reliability.md#memory-1
  // docs/reliability.md#memory-2
  it('have the answers and the effects of heartbeats for which everything is read', async () => {
    const [second, reading] = apis as [TestApi, TestApi];
    await fc.assert(
      fc.asyncProperty(actions, async (all) => {
        const twins = await Twins.open(service, [service.api, second], reading);
        for (const action of all) await twins.play(action);
        await twins.compare();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    const { values } = await service.deps.metrics.heartbeatsRemembered.get();
    expect(values[0]?.value, 'heartbeats of remembered devices').to.be.above(0);
  });
});
