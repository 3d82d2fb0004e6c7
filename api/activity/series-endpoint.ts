import Joi from 'joi';
import type { StoredPoint, Steps } from '../../shared/activity/domain/series-points.js';
import { readSeries, type Span } from '../../shared/activity/operations/read-series.js';
import { invalidSchema } from '../http/answer-schemas.js';
import { endpoint, type Endpoint } from '../http/endpoint.js';
import { revalidated } from '../http/revalidated.js';
import { accessToken, optionalNumberId, optionalTime } from '../http/fields.js';

interface Input {
  from?: Date;
  to?: Date;
  step?: number;
  network_id?: number;
}

const blank = Joi.valid('', null);
const YEAR_S = 366 * 86_400;
const whole = Joi.number().integer().required();

export const rangeFields = {
  from: optionalTime.description('By default a day before to'),
  to: optionalTime.description('By default now'),
};

export const deafSchema = Joi.array()
  .items(Joi.object({ from: Joi.string().isoDate().required(), to: Joi.string().isoDate().required() }))
  .max(1000)
  .required()
  .description('When the service did not hear devices, within the range');

/** An endpoint of one kind of points over time. */
export function seriesEndpoint<Point extends { readonly at: Date }>(kind: {
  readonly operation: string;
  readonly summary: string;
  readonly routes: Endpoint['routes'];
  /** Of a point, without its time. */
  readonly fields: Readonly<Record<string, Joi.Schema>>;
  readonly pointsOf: (stored: readonly StoredPoint[], steps: Steps) => Point[];
  readonly present: (point: Point) => object;
}) {
  const { operation, summary, routes, fields, pointsOf, present } = kind;
  return endpoint<Input>({
    operation,
    summary,
    family: 'v1',
    access: 'user',
    changes: false,
    routes,
    input: Joi.object({
      ...rangeFields,
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
              .items(Joi.object({ at: Joi.string().isoDate().required(), ...fields }))
              .max(300)
              .required()
              .description('Oldest first, without the steps in which nothing was counted'),
            deaf: deafSchema,
          }).required(),
        }).required(),
        status: whole,
      }),
      422: invalidSchema,
    },
    refusals: ['networkNotFound', 'settingsInvalid'],
    async handle({ deps, caller, input: { step: stepS, network_id: networkId, ...range } }) {
      const found = await readSeries(deps, caller, { ...range, stepS, networkId }, pointsOf);
      const points = found.points.map((point) => ({ at: point.at.toISOString(), ...present(point) }));
      const series = { step: found.stepS, points, deaf: presentSpans(found.deaf) };
      return revalidated({ data: { series }, status: 200 });
    },
  });
}

export function presentSpans(spans: readonly Span[]) {
  return spans.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() }));
}
