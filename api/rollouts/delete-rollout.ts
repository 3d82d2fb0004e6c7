import Joi from 'joi';
import { deleteRollout } from '../../shared/rollouts/operations/delete-rollout.js';
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
  output: { 200: Joi.object({ data: Joi.object({}).required(), status: Joi.number().integer().required() }) },
  refusals: ['forbidden', 'rolloutNotFound', 'stateForbids', 'revisionChanged'],
  async handle({ deps, caller, input: { id }, revisions }) {
    await deleteRollout(deps, caller, { id, revisions });
    return { status: 200, body: { data: {}, status: 200 } };
  },
});
