import Joi from 'joi';
import { listDeafPeriods } from '../../shared/deaf-periods/operations/list-deaf-periods.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, optionalTime } from '../http/fields.js';
import { revalidated } from '../http/revalidated.js';
import { PATHS } from '../paths.js';

interface Input {
  from?: Date;
  to?: Date;
}

const time = Joi.string().isoDate();

export const deafPeriodsEndpoint = endpoint<Input>({
  operation: 'deaf_periods',
  summary: 'List the times in which the service did not hear devices',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.deafPeriods,
  input: Joi.object({
    from: optionalTime.description('By default a day before to'),
    to: optionalTime.description('By default now'),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  headers: ['If-None-Match'],
  output: {
    200: Joi.object({
      data: Joi.array()
        .items(
          Joi.object({
            scope: Joi.string().valid('installation', 'organisation').required(),
            from: time.required(),
            to: time.allow(null).required().description('null: it lasts'),
          }),
        )
        .max(1000)
        .required()
        .description('Oldest first; the latest 1,000 of the range'),
      status: Joi.number().integer().required(),
    }),
    422: invalidSchema,
  },
  refusals: ['settingsInvalid'],
  async handle({ deps, caller, input }) {
    const found = await listDeafPeriods(deps, caller, input);
    const data = found.map(({ scope, from, to }) => ({
      scope,
      from: from.toISOString(),
      to: to?.toISOString() ?? null,
    }));
    return revalidated({ data, status: 200 });
  },
});
