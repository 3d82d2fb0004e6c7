import Joi from 'joi';
import { isoSeconds } from '../../shared/platform/values/iso-time.js';
import type { Observed } from '../../shared/rollouts/domain/health/fisher.js';
import { TESTS } from '../../shared/rollouts/domain/health/judge-part.js';
import type { NotedCounts, NotedLook } from '../../shared/rollouts/models/rollout-series.js';
import { showRolloutSeries } from '../../shared/rollouts/operations/show-rollout-series.js';
import { endpoint } from '../http/endpoint.js';
import { revalidated } from '../http/revalidated.js';
import { PATHS } from '../paths.js';
import { actionInput, type ActionInput } from './rollout-input.js';

const whole = Joi.number().integer().required();
const time = Joi.string().isoDate().required();
const COUNTS = [
  'waiting',
  'in_flight',
  'success',
  'failed',
  'skipped',
  'cancelled',
  'expired',
  'left',
] as const;

const observed = Joi.object({ devices: whole, sick: whole }).required();

export const rolloutPointSchema = Joi.object({
  at: time,
  ...Object.fromEntries(COUNTS.map((name) => [name, whole])),
  sick: Joi.object({ success: whole, in_flight: whole })
    .required()
    .description('Of success and in_flight: devices that the look before had found sick'),
});

export const rolloutLookSchema = Joi.object({
  at: time,
  treated: observed.description('Upgraded devices, and those of them that have any sign'),
  control: observed.description('Devices that are not upgraded yet'),
  signs: Joi.array()
    .items(
      Joi.object({
        sign: Joi.string()
          .valid(...TESTS)
          .required(),
        treated: observed,
        control: observed,
      }),
    )
    .required()
    .description('The signs that the look has tested, with the devices that send what they need'),
});

export const rolloutSeriesEndpoint = endpoint<ActionInput>({
  operation: 'rollout_series',
  summary: 'Read the states of the upgrades of a rollout over time, and what looks at their health compared',
  family: 'v1',
  access: 'user',
  changes: false,
  routes: PATHS.rolloutSeries,
  input: actionInput,
  headers: ['If-None-Match'],
  output: {
    200: Joi.object({
      data: Joi.object({
        series: Joi.object({
          points: Joi.array().items(rolloutPointSchema).required().description('Oldest first'),
          looks: Joi.array()
            .items(
              Joi.object({
                part: Joi.string().required(),
                points: Joi.array().items(rolloutLookSchema).required().description('Oldest first'),
                sick: Joi.array()
                  .items(
                    Joi.object({
                      upgrade_id: whole,
                      mac_id: Joi.string().required(),
                      sign: Joi.string().required(),
                    }),
                  )
                  .required()
                  .description('At most ten of the devices that the last look found sick'),
              }),
            )
            .required(),
        }).required(),
      }).required(),
      status: whole,
    }),
  },
  refusals: ['rolloutNotFound'],
  async handle({ deps, caller, input: { id } }) {
    const { counts, looks } = await showRolloutSeries(deps, caller, id);
    const series = {
      points: counts.map(presentCounts),
      looks: looks.map(({ part, points, sick }) => ({ part, points: points.map(presentLook), sick })),
    };
    return revalidated({ data: { series }, status: 200 });
  },
});

function presentCounts({ at, sick, ...counts }: NotedCounts) {
  return { at: isoSeconds(at), ...counts, sick: { success: sick.success, in_flight: sick.inFlight } };
}

function presentLook({ at, treated, control, tests }: NotedLook) {
  return {
    at: isoSeconds(at),
    treated: presentObserved(treated),
    control: presentObserved(control),
    signs: tests.map((test) => ({
      sign: test.sign,
      treated: presentObserved(test.treated),
      control: presentObserved(test.control),
    })),
  };
}

function presentObserved({ devices, sick }: Observed) {
  return { devices, sick };
}
