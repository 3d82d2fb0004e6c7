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
