import Joi from 'joi';
import { HALF_HOUR_MS } from '../../shared/inventory/domain/device-points.js';
import { deviceSeries } from '../../shared/activity/operations/device-series.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint } from '../http/endpoint.js';
import { accessToken, pathId, UNKNOWN_ID } from '../http/fields.js';
import { revalidated } from '../http/revalidated.js';
import { PATHS } from '../paths.js';
import { deafSchema, presentSpans, rangeFields } from './series-endpoint.js';

interface Input {
  id?: number;
  from?: Date;
  to?: Date;
}

const number = Joi.number().allow(null).required();
const whole = Joi.number().integer().required();
const time = Joi.string().isoDate().required();

export const deviceSeriesEndpoint = endpoint<Input>({
  operation: 'device_series',
  summary: 'Read the half-hourly measurements of a device',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.deviceSeries,
  input: Joi.object({ id: pathId, ...rangeFields, access_token: accessToken }),
  invalid: 'settingsInvalid',
  headers: ['If-None-Match'],
  output: {
    200: Joi.object({
      data: Joi.object({
        series: Joi.object({
          step: whole.description('Seconds'),
          points: Joi.array()
            .items(
              Joi.object({
                at: time,
                online: Joi.boolean().required(),
                clients: number,
                rx_bytes: number.description('That clients sent since the point before'),
                tx_bytes: number.description('That clients received since the point before'),
                busy_percent: number.description('Of the busiest channel of its radios'),
                mem_free_kb: number,
              }),
            )
            .required()
            .description('Oldest first, without the half hours in which nothing was counted'),
          marks: Joi.array()
            .items(
              Joi.object({
                at: time,
                kind: Joi.string().valid('upgrade', 'edit', 'restart').required(),
              }),
            )
            .required()
            .description('What happened to the device, oldest first'),
          deaf: deafSchema,
        }).required(),
      }).required(),
      status: whole,
    }),
    422: invalidSchema,
  },
  refusals: ['deviceNotFound', 'settingsInvalid'],
  async handle({ deps, caller, input: { id = UNKNOWN_ID, ...range } }) {
    const { points, marks, deaf } = await deviceSeries(deps, caller, id, range);
    const series = {
      step: HALF_HOUR_MS / 1000,
      points: points.map(({ at, online, clients, rxBytes, txBytes, busyPercent, memFreeKb }) => ({
        at: at.toISOString(),
        online,
        clients,
        rx_bytes: rxBytes,
        tx_bytes: txBytes,
        busy_percent: busyPercent,
        mem_free_kb: memFreeKb,
      })),
      marks: marks.map(({ at, kind }) => ({ at: at.toISOString(), kind })),
      deaf: presentSpans(deaf),
    };
    return revalidated({ data: { series }, status: 200 });
  },
});
