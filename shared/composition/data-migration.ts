import type { Models } from './models.js';

/** One change of stored data. It may be cut off at any point and run again, so it must be idempotent. */
export interface DataMigration {
  /** Unique and never changed once it was released: it is the key of the record that it was applied. */
  readonly name: string;
  run(models: Models): Promise<void>;
}
