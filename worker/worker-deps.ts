import type { SchedulingDeps } from '../shared/operations/deps.js';
import type { Places } from './places.js';

/** What processors may use. */
export interface WorkerDeps extends SchedulingDeps {
  readonly places: Places;
}
