import type { Protection } from './protections.js';

/** A test, and a protection without which it must fail. */
export interface Bite {
  readonly protection: Protection;
  /** Below test/, without its ending. */
  readonly file: string;
  /** How its title begins. */
  readonly title: string;
}

/** Which test notices the absence of which protection. */
export const BITES: readonly Bite[] = [
  { protection: 'sweep', file: 'faults/api-killed', title: 'an API killed between the write' },
  { protection: 'pending-index', file: 'faults/api-killed', title: 'a request that comes twice at once' },
  {
    protection: 'schedule-index',
    file: 'faults/worker-goes-on',
    title: 'a worker killed after it has released a device that joined late',
  },
  {
    protection: 'conditional-release',
    file: 'faults/worker-goes-on',
    title: 'a worker that stalls while it releases',
  },
  { protection: 'sweep', file: 'faults/redis-fails', title: 'killed and started again, empty' },
  { protection: 'sweep', file: 'faults/redis-fails', title: 'emptied by FLUSHALL under way' },
  { protection: 'sweep', file: 'faults/redis-fails', title: 'full, so that it refuses every write' },
  { protection: 'redis-patience', file: 'faults/redis-fails', title: 'paused for 30 s' },
  { protection: 'mongo-patience', file: 'faults/mongo-fails', title: 'stopped for 20 s and started again' },
  { protection: 'mongo-patience', file: 'faults/mongo-fails', title: 'paused, so that it says nothing' },
  {
    protection: 'sweep',
    file: 'faults/stores-down-at-start',
    title: 'both stores down at the start',
  },
  {
    protection: 'store-clock',
    file: 'faults/worker-clock',
    title: 'a worker whose clock is two minutes ahead',
  },
  {
    protection: 'heartbeat-order',
    file: 'faults/heartbeats-out-of-order',
    title: 'heartbeats of the old version, ten seconds late',
  },
  {
    protection: 'released-index',
    file: 'upgrades/worker/replace',
    title: 'takes the place of an earlier one that is still Queued',
  },
  { protection: 'scope', file: 'contract/tenancy/access', title: 'as foreign: 404' },
  {
    protection: 'scope',
    file: 'upgrades/http/delete',
    title: 'Authentication, rule 6: delete refuses who may see it',
  },
];
