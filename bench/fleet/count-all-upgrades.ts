import { createLogger } from '../../shared/platform/observability/logger.js';
import { createStores } from '../../shared/composition/deps.js';
import { readEnv } from '../../shared/platform/env/env.js';
import { countUpgrades } from '../../shared/upgrades/operations/count-upgrades.js';
import type { BenchDatabase } from './bench-database.js';

const LATER_MS = 2 * 3_600_000;

/** Counts the upgrades as the worker does within two hours. */
export async function countAllUpgrades({ mongo }: BenchDatabase): Promise<void> {
  const stores = createStores(mongo.models, readEnv());
  const log = createLogger('warn', 'bench');
  const lease = { check: () => Promise.resolve() };
  for (const at of [Date.now(), Date.now() + LATER_MS])
    await countUpgrades({ stores, log, now: () => new Date(at) }, { lease });
}
