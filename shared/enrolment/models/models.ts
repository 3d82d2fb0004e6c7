import type { ModelsOf } from '../../platform/models/models-of.js';
import type { UpgradeModels } from '../../upgrades/models/models.js';
import { enrolmentModel } from './enrolment.js';
import { enrolmentTokenModel } from './enrolment-token.js';

export const ENROLMENT_MODELS = {
  enrolments: enrolmentModel,
  enrolmentTokens: enrolmentTokenModel,
};

/** The collections of enrolment and of the families below. */
export interface EnrolmentModels extends UpgradeModels, ModelsOf<typeof ENROLMENT_MODELS> {}
