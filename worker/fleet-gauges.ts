import { Gauge, type Registry } from 'prom-client';
import type { JobQueue } from '../shared/jobs/job-queue.js';
import type { Log } from '../shared/observability/logger.js';
import type { Stores } from '../shared/stores/stores.js';

/** A scrape asks the stores at most this often. */
const FRESH_MS = 15_000;

/** Gauges that are read from the stores when somebody scrapes: open upgrades, jobs, and the job that waits longest. */
export function registerFleetGauges(registry: Registry, stores: Stores, jobs: JobQueue, log: Log): void {
  const registers = [registry];
  const upgrades = new Gauge({
    name: 'airfleet_upgrades',
    help: 'Upgrades that have not ended, by status',
    labelNames: ['status'],
    registers,
  });
  const depth = new Gauge({
    name: 'airfleet_queue_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers,
  });
  const refresh = async (): Promise<void> => {
    for (const [status, count] of await stores.upgrades.openCounts()) upgrades.set({ status }, count);
    for (const queue of jobs.queues) {
      for (const [state, count] of Object.entries(await queue.getJobCounts()))
        depth.set({ queue: queue.name, state }, count);
      const [oldest] = await queue.getJobs(['waiting'], 0, 0, true);
      waiting.set({ queue: queue.name }, oldest ? (Date.now() - oldest.timestamp) / 1000 : 0);
    }
  };
  let refreshedAt = -Infinity;
  const waiting = new Gauge({
    name: 'airfleet_queue_oldest_waiting_seconds',
    help: 'Age of the job that has waited longest to be taken',
    labelNames: ['queue'],
    registers,
    async collect() {
      if (performance.now() - refreshedAt < FRESH_MS) return;
      refreshedAt = performance.now();
      // A scrape while a store is away still shows everything else.
      await refresh().catch((error: unknown) => {
        log.debug({ err: error }, 'The gauges of the fleet were not refreshed');
      });
    },
  });
}
