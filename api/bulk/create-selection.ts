import Joi from 'joi';
import { createSelection, type CountedSelection } from '../../shared/bulk/operations/create-selection.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint, type Answer } from '../http/endpoint.js';
import { answerKept } from '../http/idempotency.js';
import { PATHS } from '../paths.js';
import { filterOf } from '../inventory/device-filter-input.js';
import { selectionInput, type SelectionInput } from './bulk-input.js';

const whole = Joi.number().integer().required();

export const createSelectionEndpoint = endpoint<SelectionInput>({
  operation: 'create_selection',
  summary: 'Store a filter of devices for an hour, for a bulk operation',
  family: 'v1',
  access: 'user',
  changes: true,
  routes: PATHS.createSelection,
  input: selectionInput,
  invalid: 'settingsInvalid',
  headers: ['Idempotency-Key'],
  output: {
    201: Joi.object({
      data: Joi.object({
        selection: whole.description('The id of the selection'),
        count: whole.description('How many devices it has now'),
        count_is_exact: Joi.boolean().required().description('False: there are more than `count`'),
        expires_at: Joi.string().isoDate().required(),
      }).required(),
      status: whole,
    }),
    422: invalidSchema,
  },
  refusals: ['forbidden', 'settingsInvalid', 'tooManyOpen', 'idempotencyKeyInUse', 'idempotencyKeyReused'],
  async handle({ deps, caller, input: { filter, except }, keep }) {
    const selection = { filter: filterOf(filter, 'filter.'), except };
    return answerKept(keep, answerOf, (accompany) => createSelection(deps, caller, selection, accompany));
  },
});

function answerOf({ selection, count, isExact }: CountedSelection): Answer {
  const data = {
    selection: selection._id,
    count,
    count_is_exact: isExact,
    expires_at: selection.expiresAt.toISOString(),
  };
  return { status: 201, body: { data, status: 201 } };
}
