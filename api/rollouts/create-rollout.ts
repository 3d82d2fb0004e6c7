import { createRollout } from '../../shared/rollouts/operations/create-rollout.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { rolloutAnswer } from './rollout-answer.js';
import { anySettings, newRollout } from './rollout-input.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { rolloutAnswerSchema } from './rollout-schemas.js';

export const createRolloutEndpoint = endpoint({
  operation: 'create_rollout',
  summary: 'Create the draft of a rollout, which upgrades devices in stages',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.createRollout,
  input: anySettings,
  documented: newRollout,
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: { 201: rolloutAnswerSchema, 422: invalidSchema },
  refusals: ['forbidden', 'settingsInvalid', 'tooManyOpen', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  async handle({ deps, caller, input, keep }) {
    const created = await createRollout(deps, caller, input, (view, session) =>
      keep(rolloutAnswer(view, 201), session),
    );
    return rolloutAnswer(created, 201);
  },
});
