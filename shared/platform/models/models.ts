import type { Model } from 'mongoose';
import { counterSchema, type CounterRecord } from './counter.js';
import { idempotencyKeySchema, type IdempotencyKeyRecord } from './idempotency-key.js';
import { lockSchema, type LockRecord } from './lock.js';
import { migrationSchema, type MigrationRecord } from './migration.js';

/** The collections of the platform. */
export interface PlatformModels {
  counters: Model<CounterRecord>;
  idempotencyKeys: Model<IdempotencyKeyRecord>;
  locks: Model<LockRecord>;
  migrations: Model<MigrationRecord>;
}

export const PLATFORM_SCHEMAS = {
  counters: counterSchema,
  idempotencyKeys: idempotencyKeySchema,
  locks: lockSchema,
  migrations: migrationSchema,
};
