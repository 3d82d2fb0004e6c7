import { requestPreview } from '../../shared/rollouts/operations/preview/request-preview.js';
import { endpoint } from '../http/endpoint.js';
import { PATHS } from '../paths.js';
import { previewAnswer, previewSchema } from './present-preview.js';
import { actionInput, type ActionInput } from './rollout-input.js';
import { invalidSchema } from '../http/answer-schemas.js';

export const previewRolloutEndpoint = endpoint<ActionInput>({
  operation: 'preview_rollout',
  summary: 'Compute what a rollout would do',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.previewRollout,
  input: actionInput,
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 202: previewSchema, 422: invalidSchema },
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
    const requested = await requestPreview(deps, caller, { id, revisions }, (preview, session) =>
      keep(previewAnswer(preview, 202), session),
    );
    return previewAnswer(requested, 202);
  },
});
