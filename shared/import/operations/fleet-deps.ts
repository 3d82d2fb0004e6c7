import type { ImportDeps } from '../deps.js';

/** What an import or an export uses. */
export interface FleetDeps extends Pick<ImportDeps, 'env' | 'stores' | 'log' | 'now'> {
  /** Seals, and opens, the secrets of a fleet file that are no hashes. */
  readonly exportPassphrase?: string;
}
