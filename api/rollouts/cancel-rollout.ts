import { cancelRollout } from '../../shared/rollouts/operations/cancel-rollout.js';
import { PATHS } from '../paths.js';
import { actionEndpoint } from './action-endpoint.js';
import { cancelInput } from './rollout-input.js';

export const cancelRolloutEndpoint = actionEndpoint({
  operation: 'cancel_rollout',
  summary: 'Cancel a rollout and its upgrades that were not offered yet',
  routes: PATHS.cancelRollout,
  input: cancelInput,
  invalid: 'settingsInvalid',
  run: (deps, caller, { reason = null, ...request }, accompany) =>
    cancelRollout(deps, caller, { ...request, reason }, accompany),
});
