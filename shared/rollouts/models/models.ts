import type { Model } from 'mongoose';
import type { WebhookModels } from '../../webhooks/models/models.js';
import { rolloutControlSchema, type RolloutControlRecord } from './rollout-control.js';
import {
  previewListSchema,
  rolloutPreviewSchema,
  type PreviewListRecord,
  type RolloutPreviewRecord,
} from './rollout-preview.js';
import { unservedJoinerSchema, type UnservedJoinerRecord } from './unserved-joiner.js';
import { unservedTargetsSchema, type UnservedTargetsRecord } from './unserved-target.js';
import { rolloutSchema, type RolloutRecord } from './rollout.js';

/** The collections of rollouts and of the families below. */
export interface RolloutModels extends WebhookModels {
  rolloutControls: Model<RolloutControlRecord>;
  rollouts: Model<RolloutRecord>;
  unservedJoiners: Model<UnservedJoinerRecord>;
  unservedTargets: Model<UnservedTargetsRecord>;
  rolloutPreviews: Model<RolloutPreviewRecord>;
  previewLists: Model<PreviewListRecord>;
}

export const ROLLOUTS_SCHEMAS = {
  rolloutControls: rolloutControlSchema,
  rollouts: rolloutSchema,
  unservedJoiners: unservedJoinerSchema,
  unservedTargets: unservedTargetsSchema,
  rolloutPreviews: rolloutPreviewSchema,
  previewLists: previewListSchema,
};
