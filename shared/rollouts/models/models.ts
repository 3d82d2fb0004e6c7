import type { Model } from 'mongoose';
import type { WebhookModels } from '../../webhooks/models/models.js';
import { rolloutSchema, type RolloutRecord } from './rollout.js';

/** The collections of rollouts and of the families below. */
export interface RolloutModels extends WebhookModels {
  rollouts: Model<RolloutRecord>;
}

export const ROLLOUTS_SCHEMAS = {
  rollouts: rolloutSchema,
};
