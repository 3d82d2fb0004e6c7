import { deleteRollout } from '../../shared/rollouts/operations/delete-rollout.js';
import { deletionEndpoint } from '../http/deletion.js';
import { PATHS } from '../paths.js';
import { actionInput } from './rollout-input.js';

export const deleteRolloutEndpoint = deletionEndpoint({
  operation: 'delete_rollout',
  summary: 'Delete a draft',
  routes: PATHS.deleteRollout,
  input: actionInput,
  hasRevision: true,
  refusals: ['forbidden', 'rolloutNotFound', 'stateForbids'],
  run: deleteRollout,
});
