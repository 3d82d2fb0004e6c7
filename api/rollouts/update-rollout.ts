import { updateRollout } from '../../shared/rollouts/operations/update-rollout.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { rolloutAnswer } from './rollout-answer.js';
import { anyChange, rolloutPatch, type ChangeInput } from './rollout-input.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { rolloutAnswerSchema } from './rollout-schemas.js';

export const updateRolloutEndpoint = endpoint<ChangeInput>({
  operation: 'update_rollout',
  summary: 'Change settings of a rollout with a JSON Merge Patch',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.updateRollout,
  input: anyChange,
  documented: rolloutPatch,
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
  async handle({ deps, caller, input: { id, ...patch }, revisions, keep }) {
    const changed = await updateRollout(deps, caller, { id, patch, revisions }, (view, session) =>
      keep(rolloutAnswer(view), session),
    );
    return rolloutAnswer(changed);
  },
});
