import { resumeRollout } from '../../shared/rollouts/operations/resume-rollout.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { rolloutAnswer } from './present-rollout.js';
import { actionInput, type ActionInput } from './rollout-input.js';
import { invalidSchema, rolloutAnswerSchema } from './rollout-schemas.js';

export const resumeRolloutEndpoint = endpoint<ActionInput>({
  operation: 'resume_rollout',
  summary: 'Let a paused rollout go on',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.resumeRollout,
  input: actionInput,
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
  async handle({ deps, caller, input: { id }, revisions, keep }) {
    const changed = await resumeRollout(deps, caller, { id, revisions }, (view, session) =>
      keep(rolloutAnswer(view), session),
    );
    return rolloutAnswer(changed);
  },
});
