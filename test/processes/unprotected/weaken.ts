import type { Stores } from '../../../shared/composition/deps.js';
import type { Models } from '../../../shared/composition/models.js';

/** Returns the stores that change when a protection is turned off. */
export type Weaken = (stores: Stores, models: Models) => Partial<Stores>;
