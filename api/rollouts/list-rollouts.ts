import Joi from 'joi';
import { ROLLOUT_STATES, type RolloutState } from '../../shared/rollouts/domain/rollout-state.js';
import { listRollouts } from '../../shared/rollouts/operations/list-rollouts.js';
import { cursor, cursorMeta } from '../http/cursor.js';
import { endpoint } from '../http/endpoint.js';
import { revalidated } from '../http/revalidated.js';
import { optionalNumberId } from '../http/fields.js';
import { listFields } from '../http/list-fields.js';
import { PATHS } from '../paths.js';
import { presentRollout } from '../../shared/rollouts/operations/present-rollout.js';
import { invalidSchema, pageSchema } from '../http/answer-schemas.js';
import { rolloutSchema } from './rollout-schemas.js';

interface Input {
  state?: RolloutState;
  upgrade_id?: number;
  per_page: number;
  cursor?: number;
}

export const listRolloutsEndpoint = endpoint<Input>({
  operation: 'list_rollouts',
  summary: 'List rollouts, newest first',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.listRollouts,
  input: Joi.object({
    state: Joi.string()
      .valid(...ROLLOUT_STATES)
      .empty(Joi.valid('', null)),
    upgrade_id: optionalNumberId.description('The rollout of this upgrade'),
    ...listFields(['-id'], cursor),
  }),
  invalid: 'settingsInvalid',
  headers: ['If-None-Match'],
  output: { 200: pageSchema('rollouts', rolloutSchema), 422: invalidSchema },
  refusals: ['settingsInvalid'],
  async handle({ deps, caller, input }) {
    const { rollouts, hasMore } = await listRollouts(deps, caller, {
      state: input.state,
      upgradeId: input.upgrade_id,
      beforeId: input.cursor,
      limit: input.per_page,
    });
    const last = hasMore ? rollouts.at(-1) : undefined;
    const body = {
      data: { rollouts: rollouts.map(presentRollout) },
      meta: cursorMeta(last?.rollout._id ?? null),
      status: 200,
    };
    return revalidated(body);
  },
});
