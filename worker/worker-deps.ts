import type { Deps } from '../shared/composition/deps.js';
import type { Places } from './places.js';

/** What processors may use. */
export interface WorkerDeps extends Deps {
  readonly places: Places;
}
