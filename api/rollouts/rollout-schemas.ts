import Joi from 'joi';
import { ROLLOUT_STATES, STAGE_STATES } from '../../shared/rollouts/domain/rollout-state.js';
import { WAITING_REASONS } from '../../shared/rollouts/domain/waiting/waiting-reasons.js';
import { windowsSchema } from '../inventory/present-network.js';

/** The schemas of responses on rollouts. */

const whole = Joi.number().integer().required();
const number = Joi.number().required();
const text = Joi.string().required();
const flag = Joi.boolean().required();
const time = Joi.string().isoDate().allow(null).required();
const texts = Joi.array().items(Joi.string()).required();
const object = (fields: Joi.PartialSchemaMap) => Joi.object(fields).required();

const counts = {
  devices: whole.description('The sum of the next seven'),
  waiting: whole,
  in_flight: whole,
  success: whole,
  failed: whole,
  skipped: whole,
  cancelled: whole,
  expired: whole,
  left: whole.description('Devices that a later request took out of the rollout'),
  offline: whole.description('Waiting devices that were not up at the last scan'),
  blocked_networks: Joi.array()
    .items(Joi.number().integer())
    .required()
    .description(
      'Networks where so many upgrades failed by what the devices did that nothing more is dispatched',
    ),
  rate_per_minute: number.description('Upgrades that ended in the last 15 minutes, a minute'),
  eta: time.description('When the waiting upgrades will have ended at this rate'),
};

export const stageSchema = Joi.object({
  n: whole,
  canary_per_part: Joi.number().integer(),
  count: Joi.number().integer(),
  percent: Joi.number(),
  targets: Joi.array().items(Joi.string()),
  soak_minutes: whole,
  approval: flag,
  state: text.valid(...STAGE_STATES),
  progress: Joi.object({ ...counts, on_version: whole, no_firmware: whole, release_gone: whole })
    .allow(null)
    .required(),
  started_at: time,
  done_at: time,
}).xor('canary_per_part', 'count', 'percent', 'targets');

export const rolloutSchema = Joi.object({
  id: whole,
  state: text.valid(...ROLLOUT_STATES),
  state_reason: Joi.object()
    .unknown()
    .allow(null)
    .required()
    .description('Why it is in this state: {reason, by, at} of a caller, or what a gate found'),
  revision: whole.description('Also the ETag'),
  name: text,
  version: text,
  targets: texts,
  exclude: texts,
  stages: Joi.array().items(stageSchema).required(),
  watch: Joi.object({
    state: text.valid('pending', 'watching', 'hold_out', 'done'),
    until: time,
    held_out: whole,
  })
    .allow(null)
    .required()
    .description(
      'The time after the last stage in which some devices are not upgraded yet; null without such devices',
    ),
  seed: text,
  rate: object({
    per_minute: whole.allow(null),
    factor: number,
    per_successes: whole.allow(null),
    max_per_minute: whole,
  }),
  max_in_flight: whole,
  network: object({ max_percent: number, switches_last: flag }),
  gates: object({
    failure_percent: number,
    min_finished: whole,
    delivery_percent: number,
    second_opinion: flag,
    health: flag,
    excess_percent: number,
    min_sick: whole,
    hold_out_percent: number,
    watch_minutes: whole,
    action: text.valid('pause', 'rollback'),
  }),
  retry: object({ max_attempts: whole, step_timeout_minutes: number }),
  time_zone: text,
  windows: windowsSchema.required(),
  blackout: Joi.array()
    .items(Joi.object({ from: text, to: text }))
    .required(),
  lead_minutes: whole,
  start_at: time,
  end_at: time,
  save_prev_config: flag,
  current_stage: whole.allow(null).description('The first stage that is not Done'),
  progress: Joi.object({
    ...counts,
    sick: object({ success: whole, in_flight: whole }).description(
      'Devices that the last look found sick, by the state of their upgrade',
    ),
  })
    .allow(null)
    .required(),
  waiting_for: Joi.object(Object.fromEntries(WAITING_REASONS.map((reason) => [reason, whole])))
    .allow(null)
    .required()
    .description('Devices that wait, each by the first of these reasons; as of the last scan'),
  window_opens_at: time.description('When the next window opens for devices that wait for one'),
  drift: Joi.object().unknown().allow(null).required(),
  derived_from: Joi.object({
    rollout_id: whole,
    action: text.valid('retry', 'rollback'),
    causes: texts,
  })
    .allow(null)
    .required(),
  created_by: whole,
  created_at: time,
  started_at: time,
  ended_at: time,
});

/** The body of an operation on one rollout. */
export const rolloutAnswerSchema = Joi.object({
  data: object({ rollout: rolloutSchema.required() }),
  status: whole,
});
