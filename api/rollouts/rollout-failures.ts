import Joi from 'joi';
import { UPGRADE_CAUSES } from '../../shared/upgrades/domain/upgrade-status.js';
import { listRolloutFailures } from '../../shared/rollouts/operations/list-rollout-failures.js';
import { endpoint } from '../http/endpoint.js';
import { revalidated } from '../http/revalidated.js';
import { PATHS } from '../paths.js';
import { actionInput, type ActionInput } from './rollout-input.js';

const whole = Joi.number().integer().required();

export const rolloutFailureSchema = Joi.object({
  cause: Joi.string()
    .valid(...UPGRADE_CAUSES)
    .allow(null)
    .required(),
  part: Joi.string().required(),
  count: whole,
  examples: Joi.array()
    .items(Joi.object({ upgrade_id: whole, mac_id: Joi.string().required() }))
    .required(),
});

export const rolloutFailuresEndpoint = endpoint<ActionInput>({
  operation: 'rollout_failures',
  summary: 'Count the failed and expired upgrades of a rollout by cause and hardware part',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.rolloutFailures,
  input: actionInput,
  headers: ['If-None-Match'],
  output: {
    200: Joi.object({
      data: Joi.object({ failures: Joi.array().items(rolloutFailureSchema).required() }).required(),
      status: whole,
    }),
  },
  refusals: ['rolloutNotFound'],
  async handle({ deps, caller, input: { id } }) {
    const failures = (await listRolloutFailures(deps, caller, id)).map(({ examples, ...group }) => ({
      ...group,
      examples: examples.map(({ id: upgrade_id, macId: mac_id }) => ({ upgrade_id, mac_id })),
    }));
    return revalidated({ data: { failures }, status: 200 });
  },
});
