import type { ModelsOf } from '../../platform/models/models-of.js';
import type { WebhookModels } from '../../webhooks/models/models.js';
import { rolloutControlModel } from './rollout-control.js';
import { rolloutLookModel } from './rollout-look.js';
import { previewListModel, rolloutPreviewModel } from './rollout-preview.js';
import { rolloutModel } from './rollout.js';
import { rolloutSeriesModel } from './rollout-series.js';

export const ROLLOUTS_MODELS = {
  rolloutControls: rolloutControlModel,
  rolloutLooks: rolloutLookModel,
  rolloutSeries: rolloutSeriesModel,
  rollouts: rolloutModel,
  rolloutPreviews: rolloutPreviewModel,
  previewLists: previewListModel,
};

/** The collections of rollouts and of the families below. */
export interface RolloutModels extends WebhookModels, ModelsOf<typeof ROLLOUTS_MODELS> {}
