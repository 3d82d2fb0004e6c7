import type { SchedulingDeps } from '../shared/composition/deps.js';
import type { Places } from './places.js';

/** What processors may use. */
export interface WorkerDeps extends SchedulingDeps {
  readonly places: Places;
}
