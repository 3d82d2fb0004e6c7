import Joi from 'joi';
import { listOf } from '../../platform/values/lists.js';
import { DateTime } from 'luxon';
import { cleanText, versionText } from '../../platform/values/texts.js';
import { hoursFields } from '../../inventory/domain/network-hours.js';

/** The notation of a target. */
export const TARGET =
  /^(all|(network|tag|AP):[1-9]\d{0,15}|rollout:[1-9]\d{0,15}:(failed|expired|upgraded))$/;
const EXCLUDED = new RegExp(`${TARGET.source}|^part:.{1,255}$`);
/** How long a stage soaks unless its rollout says otherwise; the form of the console shows it (rollout-values.ts). */
export const DEFAULT_SOAK_MINUTES = 30;
const DEFAULT_STAGE = { soak_minutes: DEFAULT_SOAK_MINUTES, approval: false };
const DEFAULT_STAGES = [
  { canary_per_part: 1, ...DEFAULT_STAGE },
  ...[10, 50, 100].map((percent) => ({ percent, ...DEFAULT_STAGE })),
];

/** What the environment sets unless a rollout does. */
export interface SettingsDefaults {
  readonly maxAttempts: number;
  readonly stepTimeoutS: number;
}

/** Null restores a default, as an absent field does. */
const number = (least: number, most: number) => Joi.number().min(least).max(most).empty(null);
const whole = (least: number, most: number) => number(least, most).integer();
const text = (most: number) => Joi.string().trim().min(1).max(most);
const flag = (fallback: boolean) => Joi.boolean().empty(null).default(fallback);
const group = (fields: Joi.PartialSchemaMap) => Joi.object(fields).empty(null).default();

const targets = (most: number, pattern = TARGET) =>
  listOf(text(300).pattern(pattern).messages({ 'string.pattern.base': 'is not a target' }))
    .max(most)
    .unique();

export const stage = Joi.object({
  canary_per_part: whole(1, 100),
  count: whole(1, 1_000_000),
  percent: Joi.number().greater(0).max(100).empty(null),
  targets: targets(10_000).min(1).empty(null),
  soak_minutes: whole(0, 10_080).default(DEFAULT_SOAK_MINUTES),
  approval: flag(false),
}).xor('canary_per_part', 'count', 'percent', 'targets');

const date = Joi.string()
  .custom((value: string, helpers) =>
    /^\d{4}-\d\d-\d\d$/.test(value) && DateTime.fromISO(value).isValid
      ? value
      : helpers.message({ custom: 'must be a date, YYYY-MM-DD' }),
  )
  .required();

const blackout = Joi.object({ from: date, to: date }).custom((value: { from: string; to: string }, helpers) =>
  value.to < value.from ? helpers.message({ custom: 'must not end before it begins' }) : value,
);

/** The schema of settings, as requests carry them; also what the API document shows. */
export function settingsBody({ maxAttempts, stepTimeoutS }: SettingsDefaults): Joi.ObjectSchema {
  return Joi.object({
    name: cleanText.trim().max(100).required(),
    version: versionText.empty(null).default('latest'),
    targets: targets(10_000).min(1).required(),
    exclude: targets(1000, EXCLUDED).empty(null).default([]),
    stages: Joi.array().items(stage).min(1).max(20).empty(null).default(DEFAULT_STAGES),
    seed: text(64).empty(null),
    rate: group({
      per_minute: whole(1, 100_000).default(null),
      factor: number(1, 5).default(1),
      per_successes: whole(1, Number.MAX_SAFE_INTEGER).default(null),
      max_per_minute: whole(1, 100_000).default(100_000),
    }),
    max_in_flight: whole(1, 100_000).default(500),
    network: group({ max_percent: number(1, 100).default(25), switches_last: flag(true) }),
    gates: group({
      failure_percent: number(0, 100).default(5),
      min_finished: whole(1, 10_000).default(10),
      delivery_percent: number(1, 100).default(50),
      second_opinion: flag(true),
      health: flag(true),
      excess_percent: number(0.1, 100).default(2),
      min_sick: whole(2, 1000).default(3),
      hold_out_percent: number(0, 20).default(2),
      watch_minutes: whole(0, 10_080).default(1440),
      action: Joi.string().valid('pause', 'rollback').empty(null).default('pause'),
    }),
    retry: group({
      max_attempts: whole(1, 10).default(maxAttempts),
      // The environment's may be shorter.
      step_timeout_minutes: number(1, 1440)
        .allow(stepTimeoutS / 60)
        .default(stepTimeoutS / 60),
    }),
    time_zone: hoursFields.time_zone.empty(null).default('UTC'),
    windows: hoursFields.windows.empty(null).default([]),
    blackout: Joi.array().items(blackout).max(50).empty(null).default([]),
    lead_minutes: whole(0, 240).default(15),
    start_at: text(64).empty(null).default(null),
    end_at: text(64).empty(null).default(null),
    save_prev_config: flag(false),
  });
}
