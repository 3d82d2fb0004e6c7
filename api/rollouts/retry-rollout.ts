import { causeList } from '../../shared/rollouts/domain/derived-settings.js';
import { retryRollout } from '../../shared/rollouts/operations/derive-rollout.js';
import { PATHS } from '../paths.js';
import { actionEndpoint } from './action-endpoint.js';
import { anyChange, rolloutPatch, type ChangeInput } from './rollout-input.js';

interface Input extends ChangeInput {
  causes?: unknown;
}

export const retryRolloutEndpoint = actionEndpoint<Input>({
  operation: 'retry_rollout',
  summary: 'Create the draft of a rollout to the devices that failed or were not reached',
  status: 201,
  routes: PATHS.retryRollout,
  input: anyChange,
  documented: rolloutPatch.keys({
    causes: causeList.description('Only devices whose upgrade ended for one of these'),
  }),
  invalid: 'settingsInvalid',
  run: (deps, caller, { id, revisions, causes, access_token: _, ...settings }, accompany) =>
    retryRollout(deps, caller, { id, revisions, causes, settings }, accompany),
});
