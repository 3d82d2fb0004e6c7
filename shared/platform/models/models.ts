import type { Model } from 'mongoose';
import { counterSchema, type CounterRecord } from './counter.js';
import { lockSchema, type LockRecord } from './lock.js';
import { migrationSchema, type MigrationRecord } from './migration.js';

/** The collections of the platform. */
export interface PlatformModels {
  counters: Model<CounterRecord>;
  locks: Model<LockRecord>;
  migrations: Model<MigrationRecord>;
}

export const PLATFORM_SCHEMAS = {
  counters: counterSchema,
  locks: lockSchema,
  migrations: migrationSchema,
};
