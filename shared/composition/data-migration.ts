import type { Models } from './models.js';

/** One change of stored data. Must be idempotent, because it may be interrupted and run again. */
export interface DataMigration {
  /** Unique and never changed after a version has shipped: the key of the record that it was applied. */
  readonly name: string;
  run(models: Models): Promise<void>;
}
