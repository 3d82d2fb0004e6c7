import { cancelRollout } from '../../shared/rollouts/operations/cancel-rollout.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { rolloutAnswer } from './present-rollout.js';
import { explainedInput, type ExplainedInput } from './rollout-input.js';
import { invalidSchema, rolloutAnswerSchema } from './rollout-schemas.js';

export const cancelRolloutEndpoint = endpoint<ExplainedInput>({
  operation: 'cancel_rollout',
  summary: 'Cancel a rollout and its upgrades that were not offered yet',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.cancelRollout,
  input: explainedInput,
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 200: rolloutAnswerSchema, 422: invalidSchema },
  refusals: [
    'forbidden',
    'rolloutNotFound',
    'stateForbids',
    'revisionChanged',
    'settingsInvalid',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  async handle({ deps, caller, input: { id, reason = null }, revisions, keep }) {
    const changed = await cancelRollout(deps, caller, { id, reason, revisions }, (view, session) =>
      keep(rolloutAnswer(view), session),
    );
    return rolloutAnswer(changed);
  },
});
