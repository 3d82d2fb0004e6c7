import { showRollout } from '../../shared/rollouts/operations/show-rollout.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { rolloutAnswer } from './rollout-answer.js';
import { actionInput, type ActionInput } from './rollout-input.js';
import { rolloutAnswerSchema } from './rollout-schemas.js';

export const showRolloutEndpoint = endpoint<ActionInput>({
  operation: 'show_rollout',
  summary: 'Show a rollout and its progress',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.showRollout,
  input: actionInput,
  output: { 200: rolloutAnswerSchema },
  refusals: ['rolloutNotFound'],
  async handle({ deps, caller, input: { id } }) {
    return rolloutAnswer(await showRollout(deps, caller, id));
  },
});
