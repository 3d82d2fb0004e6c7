import type { ModelsOf } from '../../platform/models/models-of.js';
import type { UcentralModels } from '../../ucentral/models/models.js';
import type { ActivityModels } from '../../activity/models/models.js';
import { alertModel } from './alert.js';
import { alertSettingsModel } from './alert-settings.js';

export const ALERT_MODELS = {
  alerts: alertModel,
  alertSettings: alertSettingsModel,
};

/** The collections of alerts and of the families below. */
export interface AlertModels extends ActivityModels, UcentralModels, ModelsOf<typeof ALERT_MODELS> {}
