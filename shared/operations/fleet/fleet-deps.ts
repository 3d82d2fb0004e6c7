import type { Deps } from '../deps.js';

/** What an import uses. */
export type FleetDeps = Pick<Deps, 'env' | 'stores' | 'log' | 'now'>;
