import Joi from 'joi';
import { startRollout } from '../../shared/rollouts/operations/start-rollout.js';
import { accessToken, pathId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { actionEndpoint } from './action-endpoint.js';
import type { ActionInput } from './rollout-input.js';

interface Input extends ActionInput {
  fingerprint?: string;
}

export const startRolloutEndpoint = actionEndpoint<Input>({
  operation: 'start_rollout',
  summary: 'Start a rollout',
  routes: PATHS.startRollout,
  input: Joi.object({
    id: pathId,
    access_token: accessToken,
    fingerprint: Joi.string()
      .pattern(/^[0-9a-f]{64}$/)
      .empty(Joi.valid('', null))
      .messages({ 'string.pattern.base': 'must be the fingerprint of a preview' })
      .description(
        'Of the preview; the rollout pauses before its first upgrade when the devices differ by then',
      ),
  }),
  invalid: 'settingsInvalid',
  run: (deps, caller, { fingerprint = null, ...request }, accompany) =>
    startRollout(deps, caller, { ...request, fingerprint }, accompany),
});
