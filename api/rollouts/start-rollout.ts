import { startRollout } from '../../shared/rollouts/operations/start-rollout.js';
import { PATHS } from '../paths.js';
import { actionEndpoint } from './action-endpoint.js';
import { actionInput } from './rollout-input.js';

export const startRolloutEndpoint = actionEndpoint({
  operation: 'start_rollout',
  summary: 'Start a rollout',
  routes: PATHS.startRollout,
  input: actionInput,
  invalid: 'settingsInvalid',
  run: startRollout,
});
