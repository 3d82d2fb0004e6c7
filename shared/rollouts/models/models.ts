import type { Model } from 'mongoose';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import { rolloutSchema, type RolloutRecord } from './rollout.js';

/** The collections of rollouts and of the families below. */
export interface RolloutModels extends UpgradeModels {
  rollouts: Model<RolloutRecord>;
}

export const ROLLOUTS_SCHEMAS = {
  rollouts: rolloutSchema,
};
