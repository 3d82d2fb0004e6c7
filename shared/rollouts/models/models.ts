import type { ModelsOf } from '../../platform/models/models-of.js';
import type { WebhookModels } from '../../webhooks/models/models.js';
import { rolloutControlSchema } from './rollout-control.js';
import { previewListSchema, rolloutPreviewSchema } from './rollout-preview.js';
import { rolloutSchema } from './rollout.js';

export const ROLLOUTS_SCHEMAS = {
  rolloutControls: rolloutControlSchema,
  rollouts: rolloutSchema,
  rolloutPreviews: rolloutPreviewSchema,
  previewLists: previewListSchema,
};

/** The collections of rollouts and of the families below. */
export interface RolloutModels extends WebhookModels, ModelsOf<typeof ROLLOUTS_SCHEMAS> {}
