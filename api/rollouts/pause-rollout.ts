import { pauseRollout } from '../../shared/rollouts/operations/pause-rollout.js';
import { PATHS } from '../paths.js';
import { actionEndpoint } from './action-endpoint.js';
import { explainedInput } from './rollout-input.js';

export const pauseRolloutEndpoint = actionEndpoint({
  operation: 'pause_rollout',
  summary: 'Pause a rollout',
  routes: PATHS.pauseRollout,
  input: explainedInput,
  invalid: 'settingsInvalid',
  run: (deps, caller, { reason = null, ...request }, accompany) =>
    pauseRollout(deps, caller, { ...request, reason }, accompany),
});
