import type { Model } from 'mongoose';
import type { WebhookModels } from '../../webhooks/models/models.js';
import { rolloutControlSchema, type RolloutControlRecord } from './rollout-control.js';
import {
  previewListSchema,
  rolloutPreviewSchema,
  type PreviewListRecord,
  type RolloutPreviewRecord,
} from './rollout-preview.js';
import { rolloutSchema, type RolloutRecord } from './rollout.js';

/** The collections of rollouts and of the families below. */
export interface RolloutModels extends WebhookModels {
  rolloutControls: Model<RolloutControlRecord>;
  rollouts: Model<RolloutRecord>;
  rolloutPreviews: Model<RolloutPreviewRecord>;
  previewLists: Model<PreviewListRecord>;
}

export const ROLLOUTS_SCHEMAS = {
  rolloutControls: rolloutControlSchema,
  rollouts: rolloutSchema,
  rolloutPreviews: rolloutPreviewSchema,
  previewLists: previewListSchema,
};
