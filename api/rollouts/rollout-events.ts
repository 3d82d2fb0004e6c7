import Joi from 'joi';
import { findRollout } from '../../shared/rollouts/operations/change-rollout.js';
import { readEventId } from '../../shared/rollouts/domain/rollout-log.js';
import {
  listRolloutEvents,
  type RolloutEvent,
} from '../../shared/rollouts/operations/list-rollout-events.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { cursorMeta, cursorQuery } from '../http/cursor.js';
import { endpoint } from '../http/endpoint.js';
import { pathId, UNKNOWN_ID } from '../http/fields.js';
import { listFields } from '../http/list-fields.js';
import { PATHS } from '../paths.js';
import { invalidSchema, pageSchema } from '../http/answer-schemas.js';

interface Input {
  id: number;
  after?: string;
  per_page: number;
  cursor?: string;
}

const text = Joi.string().required();

export const rolloutEventSchema = Joi.object({
  id: text,
  at: Joi.string().isoDate().required(),
  kind: text.description('Such as rollout.paused or rollout.stage.done'),
  actor: text.description('user:ID, cli or system'),
  text: text,
  data: Joi.object().unknown().allow(null).required(),
});

export const rolloutEventsEndpoint = endpoint<Input>({
  operation: 'rollout_events',
  summary: 'List the log of a rollout, in order',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.rolloutEvents,
  input: Joi.object({
    id: pathId,
    after: Joi.string()
      .max(64)
      .empty(Joi.valid('', null))
      .description('Only events after the one with this id'),
    ...listFields(['id'], cursorQuery(/^v1:([\d_]{1,50})$/, String)),
  }),
  invalid: 'settingsInvalid',
  headers: ['If-None-Match'],
  output: { 200: pageSchema('events', rolloutEventSchema), 422: invalidSchema },
  refusals: ['rolloutNotFound', 'settingsInvalid'],
  beforeFields: ({ deps, caller, input: { id = UNKNOWN_ID } }) => findRollout(deps, caller, id),
  async handle({ deps, caller, input: { id, after, per_page: limit, cursor } }) {
    const last = cursor ?? after;
    const position = last === undefined ? null : readEventId(last, id);
    const { events, hasMore } = await listRolloutEvents(deps, caller, { id, after: position, limit });
    if (last !== undefined && position === null)
      throw new AppError('settingsInvalid', {
        details: { errors: [{ path: 'after', msg: 'is not the id of an event of this rollout' }] },
      });
    const end = events.at(-1)?.id ?? null;
    const body = {
      data: { events: events.map(presentEvent) },
      meta: cursorMeta(hasMore ? end : null),
      status: 200,
    };
    // Events never change, so their ids identify the page.
    const ETag = `"${events[0]?.id ?? ''}-${end ?? ''}${hasMore ? '+' : ''}"`;
    return { status: 200, headers: { ETag }, body };
  },
});

function presentEvent({ id, at, action, actor, text: words, after }: RolloutEvent) {
  return { id, at: at.toISOString(), kind: action, actor, text: words, data: after };
}
