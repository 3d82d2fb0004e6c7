import type { ModelsOf } from './models-of.js';
import { counterSchema } from './counter.js';
import { idempotencyKeySchema } from './idempotency-key.js';
import { lockSchema } from './lock.js';
import { migrationSchema } from './migration.js';

export const PLATFORM_SCHEMAS = {
  counters: counterSchema,
  idempotencyKeys: idempotencyKeySchema,
  locks: lockSchema,
  migrations: migrationSchema,
};

/** The collections of the platform. */
export interface PlatformModels extends ModelsOf<typeof PLATFORM_SCHEMAS> {}
