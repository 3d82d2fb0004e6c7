import { deleteRollout } from '../../shared/rollouts/operations/delete-rollout.js';
import { DELETED, deletedSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { actionInput, type ActionInput } from './rollout-input.js';

export const deleteRolloutEndpoint = endpoint<ActionInput>({
  operation: 'delete_rollout',
  summary: 'Delete a draft',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.deleteRollout,
  input: actionInput,
  headers: ['If-Match'],
  output: { 200: deletedSchema },
  refusals: ['forbidden', 'rolloutNotFound', 'stateForbids', 'revisionChanged'],
  async handle({ deps, caller, input: { id }, revisions }) {
    await deleteRollout(deps, caller, { id, revisions });
    return DELETED;
  },
});
