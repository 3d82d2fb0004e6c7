import Joi from 'joi';
import { readSeries } from '../../shared/activity/operations/read-series.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { revalidated } from '../http/revalidated.js';
import { accessToken, optionalNumberId, optionalTime } from '../http/fields.js';
import { PATHS } from '../paths.js';

interface Input {
  from?: Date;
  to?: Date;
  step?: number;
  network_id?: number;
}

const blank = Joi.valid('', null);
const YEAR_S = 366 * 86_400;

const whole = Joi.number().integer().required();

export const onlineSeriesEndpoint = endpoint<Input>({
  operation: 'online_series',
  summary: 'Read how many devices were up and down over time',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.onlineSeries,
  input: Joi.object({
    from: optionalTime.description('By default a day before to'),
    to: optionalTime.description('By default now'),
    step: Joi.number().integer().min(60).max(YEAR_S).empty(blank).description('Seconds between two points'),
    network_id: optionalNumberId.description('0: devices without a network'),
    access_token: accessToken,
  }),
  invalid: 'settingsInvalid',
  headers: ['If-None-Match'],
  output: {
    200: Joi.object({
      data: Joi.object({
        series: Joi.object({
          step: whole.description('Seconds'),
          points: Joi.array()
            .items(Joi.object({ at: Joi.string().isoDate().required(), up: whole, down: whole }))
            .max(300)
            .required()
            .description('Oldest first, without the steps in which nothing was counted'),
          deaf: Joi.array()
            .items(
              Joi.object({ from: Joi.string().isoDate().required(), to: Joi.string().isoDate().required() }),
            )
            .max(1000)
            .required()
            .description('When the service did not hear devices, within the range'),
        }).required(),
      }).required(),
      status: whole,
    }),
    422: invalidSchema,
  },
  refusals: ['networkNotFound', 'settingsInvalid'],
  async handle({ deps, caller, input: { step: stepS, network_id: networkId, ...range } }) {
    const found = await readSeries(deps, caller, { ...range, stepS, networkId });
    const points = found.points.map(({ at, up, down }) => ({ at: at.toISOString(), up, down }));
    const deaf = found.deaf.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() }));
    const body = { data: { series: { step: found.stepS, points, deaf } }, status: 200 };
    return revalidated(body);
  },
});
