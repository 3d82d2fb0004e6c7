import type { ModelsOf } from './models-of.js';
import { counterModel } from './counter.js';
import { idempotencyKeyModel } from './idempotency-key.js';
import { lockModel } from './lock.js';
import { migrationModel } from './migration.js';

export const PLATFORM_MODELS = {
  counters: counterModel,
  idempotencyKeys: idempotencyKeyModel,
  locks: lockModel,
  migrations: migrationModel,
};

/** The collections of the platform. */
export interface PlatformModels extends ModelsOf<typeof PLATFORM_MODELS> {}
