import { rollBackRollout } from '../../shared/rollouts/operations/derive-rollout.js';
import { PATHS } from '../paths.js';
import { actionEndpoint } from './action-endpoint.js';
import { anyChange, rolloutPatch } from './rollout-input.js';

export const rollBackRolloutEndpoint = actionEndpoint({
  operation: 'rollback_rollout',
  summary: 'Create the draft of a rollout that returns upgraded devices to their previous versions',
  status: 201,
  routes: PATHS.rollBackRollout,
  input: anyChange,
  documented: rolloutPatch,
  invalid: 'settingsInvalid',
  run: (deps, caller, { id, revisions, access_token: _, ...settings }, accompany) =>
    rollBackRollout(deps, caller, { id, revisions, settings }, accompany),
});
