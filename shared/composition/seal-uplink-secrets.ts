import { reencryptUplinks } from '../inventory/operations/reencrypt-uplinks.js';
import { createEncryptedUplinkStore } from '../inventory/stores/encrypted-uplink-store.js';
import type { DataMigration } from './data-migration.js';

/**
 * Encrypts the keys and passwords of uplinks and init templates, which earlier versions stored as they were imported. What
 * an older version stores later is encrypted by `keys rotate`.
 */
export const sealUplinkSecrets: DataMigration = {
  name: 'seal-uplink-secrets',
  async run(models, env) {
    const stores = { encryptedUplinks: createEncryptedUplinkStore(models) };
    for (const kind of ['uplinks', 'init_templates'] as const) {
      const { isComplete } = await reencryptUplinks({ stores, env }, kind);
      if (!isComplete) throw new Error(`The secrets of ${kind} keep changing: run it again`);
    }
  },
};
