import Joi from 'joi';
import { settingsBody } from '../../shared/rollouts/domain/settings-body.js';
import { accessToken, flag, pathId, reasonText } from '../http/fields.js';

/** The settings as the API document shows them; the two defaults that the environment sets are those of an empty one. */
const settings = settingsBody({ maxAttempts: 4, stepTimeoutS: 1800 });

/** The settings of a new rollout. */
export const newRollout = settings.keys({ access_token: accessToken });

/** A change of settings: each may be absent, and null restores its default. */
export const rolloutPatch = settings
  .fork(['name', 'targets'], (field) => field.optional())
  .keys({ id: pathId, access_token: accessToken });

/** Lets every setting pass to the operation, which names all faults at once. */
export const anySettings = Joi.object({ access_token: accessToken }).unknown(true);

/** The same, for the rollout of the path. */
export const anyChange = Joi.object<ChangeInput>({ id: pathId, access_token: accessToken }).unknown(true);

/** An action on the rollout of the path. */
export const actionInput: Joi.ObjectSchema<ActionInput> = Joi.object({
  id: pathId,
  access_token: accessToken,
});

/** An action that may be explained. */
export const explainedInput: Joi.ObjectSchema<ExplainedInput> = Joi.object({
  id: pathId,
  access_token: accessToken,
  reason: reasonText.description('Shown as state_reason'),
});

export interface ActionInput {
  id: number;
}

export interface ChangeInput extends ActionInput {
  access_token?: string;
}

export interface ExplainedInput extends ActionInput {
  reason?: string;
}

export const cancelInput: Joi.ObjectSchema<CancelInput> = Joi.object({
  id: pathId,
  access_token: accessToken,
  reason: reasonText.description('Shown as state_reason'),
  force: flag.default(false).description('Gives up the upgrades that devices have begun'),
});

export interface CancelInput extends ExplainedInput {
  force: boolean;
}
