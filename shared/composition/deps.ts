import type { BaseDeps } from '../platform/deps.js';
import type { JobQueue } from '../upgrades/jobs/job-queue.js';
import type { HostResolver } from '../webhooks/operations/deliver/host-resolver.js';
import type { createStores, Stores } from './stores.js';

/** The dependencies of operations: the stores of every family, and the queue. */
export interface Deps extends BaseDeps {
  readonly stores: Stores;
  readonly jobs: JobQueue;
  readonly hosts: HostResolver;
}

/** Replacements for a process's own dependencies; used by tests. */
export interface StartOverrides extends Partial<Pick<Deps, 'now' | 'random' | 'failpoint' | 'hosts'>> {
  readonly createStores?: typeof createStores;
}
