import { resumeRollout } from '../../shared/rollouts/operations/resume-rollout.js';
import { PATHS } from '../paths.js';
import { actionEndpoint } from './action-endpoint.js';
import { actionInput } from './rollout-input.js';

export const resumeRolloutEndpoint = actionEndpoint({
  operation: 'resume_rollout',
  summary: 'Let a paused rollout go on',
  routes: PATHS.resumeRollout,
  input: actionInput,
  invalid: 'settingsInvalid',
  run: resumeRollout,
});
