import Joi from 'joi';
import { approveStage } from '../../shared/rollouts/operations/approve-stage.js';
import { accessToken, pathId } from '../http/fields.js';
import { PATHS } from '../paths.js';
import { actionEndpoint } from './action-endpoint.js';
import type { ActionInput } from './rollout-input.js';

interface Input extends ActionInput {
  n: number;
}

export const approveStageEndpoint = actionEndpoint<Input>({
  operation: 'approve_rollout_stage',
  summary: 'Approve a stage of a rollout',
  routes: PATHS.approveStage,
  input: Joi.object({ id: pathId, n: pathId, access_token: accessToken }),
  run: approveStage,
});
