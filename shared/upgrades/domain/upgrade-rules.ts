import type { Env } from '../../platform/env/env.js';
import type { UpgradeRules } from './upgrade-change.js';

/** The durations and the number of tries that the environment sets, as the rules take them. */
export function upgradeRules(env: Env): UpgradeRules {
  return {
    stepTimeoutS: env.upgradeStepTimeoutS,
    maxAttempts: env.upgradeMaxAttempts,
    soakS: env.upgradeSoakS,
    downAfterS: env.downAfterS,
    windowS: env.upgradeWindowS,
  };
}
