import type { KeyRing } from '../platform/values/encrypt.js';
import type { Models } from './models.js';

/** What data migrations use besides the models. */
export interface MigrationEnv {
  readonly encryptionKeys: KeyRing;
}

/** One change of stored data. Must be idempotent, because it may be interrupted and run again. */
export interface DataMigration {
  /** Unique and never changed after a version has shipped: the key of the record that it was applied. */
  readonly name: string;
  run(models: Models, env: MigrationEnv): Promise<void>;
}

/**
 * All data migrations, oldest first. The first release starts from the models, so there is none yet. One looks like
 * this:
 *
 *     {
 *       name: 'name-unnamed-devices',
 *       async run({ devices }) {
 *         await devices.updateMany({ name: null }, [{ $set: { name: '$macId' } }]);
 *       },
 *     }
 */
export const DATA_MIGRATIONS: readonly DataMigration[] = [];
