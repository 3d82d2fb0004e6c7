import Joi from 'joi';
import { approveStage } from '../../shared/rollouts/operations/approve-stage.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, pathId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { rolloutAnswer } from './present-rollout.js';
import type { ActionInput } from './rollout-input.js';
import { rolloutAnswerSchema } from './rollout-schemas.js';

interface Input extends ActionInput {
  n: number;
}

export const approveStageEndpoint = endpoint<Input>({
  operation: 'approve_rollout_stage',
  summary: 'Approve a stage of a rollout',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.approveStage,
  input: Joi.object({ id: pathId, n: pathId, access_token: accessToken }),
  headers: ['Idempotency-Key', 'If-Match'],
  output: { 200: rolloutAnswerSchema },
  refusals: [
    'forbidden',
    'rolloutNotFound',
    'stateForbids',
    'revisionChanged',
    'idempotencyKeyInUse',
    'idempotencyKeyReused',
  ],
  async handle({ deps, caller, input: { id, n }, revisions, keep }) {
    const changed = await approveStage(deps, caller, { id, n, revisions }, (view, session) =>
      keep(rolloutAnswer(view), session),
    );
    return rolloutAnswer(changed);
  },
});
