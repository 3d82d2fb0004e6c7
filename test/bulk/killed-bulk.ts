import type { Failpoint } from '../../shared/platform/failpoints.js';
import { RealClock } from '../fixtures/clock.js';
import { TestService } from '../fixtures/records/test-service.js';
import { WorkerProcesses } from '../processes/worker-process.js';

export interface KilledBulk {
  service: TestService;
  workers: WorkerProcesses;
  /** Starts a worker that kills itself at the failpoint, and waits for its death and the end of its lease. */
  dieAt(failpoint: Failpoint, organisationId: number): Promise<void>;
}

/** Opens a service and its worker processes for the tests of a suite. */
export function useKilledBulk(env: Record<string, string> = {}): KilledBulk {
  const used = {
    async dieAt(failpoint, organisationId) {
      await used.workers.dieAt(failpoint);
      // As if the lease had ended, which takes up to ten seconds.
      await used.service.deps.mongo.models.locks.deleteOne({ _id: `bulk:${organisationId}` });
    },
  } as KilledBulk;
  before(async () => {
    used.service = await TestService.open({ SWEEP_INTERVAL_S: '2', ...env }, new RealClock());
    used.workers = new WorkerProcesses(used.service.env);
  });
  after(async () => {
    await used.workers.kill();
    await used.service.close();
  });
  return used;
}
