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
  headers: ['If-None-Match'],
  output: { 200: rolloutAnswerSchema },
  refusals: ['rolloutNotFound'],
  async handle({ deps, caller, input: { id } }) {
    const view = await showRollout(deps, caller, id);
    const { state, tickAt } = view.rollout;
    // The revision does not count progress, which moves while there are ticks.
    const isStill = tickAt === null || state === 'Scheduled';
    return { ...rolloutAnswer(view), revalidates: isStill };
  },
});
