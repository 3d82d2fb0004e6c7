import type { PassphraseSeal } from '../domain/passphrase-seal.js';
import type { FleetDeps } from '../operations/fleet-deps.js';

/** One export under way. */
export interface Exporting {
  readonly deps: FleetDeps;
  /** null: the whole installation. */
  readonly organisationId: number | null;
  /** null: secrets that are no hashes are left out. */
  readonly seal: PassphraseSeal | null;
  readonly at: Date;
  /** Called for each SSID whose key is left out. */
  readonly keysLeftOut: () => void;
}
