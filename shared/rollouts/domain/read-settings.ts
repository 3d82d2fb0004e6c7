import Joi from 'joi';
import { DateTime } from 'luxon';
import { faultsOf, type Fault } from '../../platform/errors/faults.js';
import { isoSeconds } from '../../platform/values/iso-time.js';
import { ianaZone } from '../../platform/values/time-zone.js';
import { readSchedule, resolveScheduleTime } from '../../upgrades/domain/schedule-time.js';
import type { RolloutState } from './rollout-state.js';
import type { RolloutSettings } from './settings.js';
import { WEEKDAYS, windowMinutes, type Window } from './windows.js';

const TARGET = /^(all|(network|tag|AP):[1-9]\d{0,15}|rollout:[1-9]\d{0,15}:(failed|expired|upgraded))$/;
const EXCLUDED = new RegExp(`${TARGET.source}|^part:.{1,255}$`);
const MAX_YEAR_MS = 365 * 86_400_000;
const DEFAULT_STAGE = { soak_minutes: 30, approval: false };
const DEFAULT_STAGES = [
  { canary_per_part: 1, ...DEFAULT_STAGE },
  ...[10, 50, 100].map((percent) => ({ percent, ...DEFAULT_STAGE })),
];

/** What the environment sets unless a rollout does. */
export interface SettingsDefaults {
  readonly maxAttempts: number;
  readonly stepTimeoutS: number;
}

export type ReadSettings =
  | { readonly ok: true; readonly settings: RolloutSettings }
  | { readonly ok: false; readonly faults: Fault[] };

/** What the reading of settings depends on. */
export interface ReadingOptions {
  readonly defaults: SettingsDefaults;
  /** What `seed` is unless it is given. */
  readonly fallbackSeed: string;
  readonly now: Date;
  /** The rollout that these settings change. */
  readonly current?: {
    readonly state: RolloutState;
    readonly startedAt: Date | null;
    readonly settings: Pick<RolloutSettings, 'start_at' | 'end_at'>;
  };
}

const MESSAGES = {
  'any.required': 'is required',
  'any.only': 'must be one of {#valids}',
  'array.max': 'must have at most {#limit} entries',
  'array.min': 'must have at least {#limit} entry',
  'array.unique': 'repeats an entry',
  'number.max': 'must be at most {#limit}',
  'number.min': 'must be at least {#limit}',
  'number.greater': 'must be above {#limit}',
  'number.integer': 'must be a whole number',
  'object.missing': 'must have one of canary_per_part, count, percent and targets',
  'object.xor': 'must have only one of canary_per_part, count, percent and targets',
  'string.empty': 'must not be empty',
  'string.max': 'must be at most {#limit} characters long',
};

/** Null restores a default, as an absent field does. */
const number = (least: number, most: number) => Joi.number().min(least).max(most).empty(null);
const whole = (least: number, most: number) => number(least, most).integer();
const text = (most: number) => Joi.string().trim().min(1).max(most);
const flag = (fallback: boolean) => Joi.boolean().empty(null).default(fallback);
const group = (fields: Joi.PartialSchemaMap) => Joi.object(fields).empty(null).default();

const targets = (most: number, pattern = TARGET) =>
  Joi.array()
    .items(text(300).pattern(pattern).messages({ 'string.pattern.base': 'is not a target' }))
    .max(most)
    .unique();

const stage = Joi.object({
  canary_per_part: whole(1, 100),
  count: whole(1, 1_000_000),
  percent: Joi.number().greater(0).max(100).empty(null),
  targets: targets(10_000).min(1).empty(null),
  soak_minutes: whole(0, 10_080).default(30),
  approval: flag(false),
}).xor('canary_per_part', 'count', 'percent', 'targets');

const timeOfDay = Joi.string()
  .pattern(/^([01]\d|2[0-3]):[0-5]\d$/)
  .messages({ 'string.pattern.base': 'must be a time of day, HH:MM' })
  .required();

const date = Joi.string()
  .custom((value: string, helpers) =>
    /^\d{4}-\d\d-\d\d$/.test(value) && DateTime.fromISO(value).isValid
      ? value
      : helpers.message({ custom: 'must be a date, YYYY-MM-DD' }),
  )
  .required();

const weekday = Joi.string().valid(...WEEKDAYS);
const window = Joi.object({
  days: Joi.array().items(weekday).min(1).unique().required(),
  from: timeOfDay,
  to: timeOfDay,
});
const blackout = Joi.object({ from: date, to: date }).custom(
  (value: { from: string; to: string }, helpers) =>
    value.to < value.from ? helpers.message({ custom: 'must not end before it begins' }) : value,
);

/** Windows and zone of a rollout, and of a network. */
const hoursFields = {
  time_zone: text(64).custom((name: string, helpers) =>
    ianaZone(name) === null
      ? helpers.message({ custom: 'must be the name of an IANA time zone such as Europe/Berlin' })
      : name,
  ),
  windows: Joi.array().items(window).max(21),
};

/** The schema of settings, as requests carry them; also what the API document shows. */
export function settingsSchema({ maxAttempts, stepTimeoutS }: SettingsDefaults): Joi.ObjectSchema {
  return Joi.object({
    name: text(100).required(),
    version: text(64).empty(null).default('latest'),
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
      health: flag(true),
      excess_percent: number(0.1, 100).default(2),
      min_sick: whole(2, 1000).default(3),
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

/**
 * Reads the settings of a rollout: defaults for what is absent or null, times as instants. Names every fault. Unknown
 * fields are left out.
 */
export function readSettings(
  input: unknown,
  { defaults, fallbackSeed, now, current }: ReadingOptions,
): ReadSettings {
  const result = settingsSchema(defaults).validate(input, {
    abortEarly: false,
    stripUnknown: { objects: true },
    errors: { label: false, wrap: { array: false } },
    messages: MESSAGES,
  });
  const value = result.value as Partial<RolloutSettings> | undefined;
  const faults = result.error ? faultsOf(result.error) : [];
  const readable = withoutFaults({ ...value, seed: value?.seed ?? fallbackSeed }, faults);
  faults.push(...rateFaults(readable), ...windowFaults(readable), ...versionFaults(readable));
  const times = readTimes(readable, now, current);
  faults.push(...times.faults);
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, settings: { ...(readable as RolloutSettings), ...times.read } };
}

function withoutFaults(
  settings: Partial<RolloutSettings>,
  faults: readonly Fault[],
): Partial<RolloutSettings> {
  const faulty = new Set(faults.map(({ path }) => /^\w*/.exec(path)?.[0]));
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !faulty.has(name)));
}

function rateFaults({ rate }: Partial<RolloutSettings>): Fault[] {
  const faults: Fault[] = [];
  if (rate && rate.factor > 1 && rate.per_successes === null)
    faults.push({ path: 'rate.per_successes', msg: 'is required when factor is above 1' });
  if (rate && rate.per_minute !== null && rate.max_per_minute < rate.per_minute)
    faults.push({ path: 'rate.max_per_minute', msg: 'must be at least per_minute' });
  return faults;
}

function windowFaults({ windows, lead_minutes }: Partial<RolloutSettings>): Fault[] {
  if (!windows || lead_minutes === undefined) return [];
  return windows.flatMap((each: Window, index) =>
    windowMinutes(each) > lead_minutes
      ? []
      : [{ path: `windows[${index}]`, msg: 'must be longer than lead_minutes' }],
  );
}

function versionFaults({ version, targets: named }: Partial<RolloutSettings>): Fault[] {
  if (version !== 'previous' || !named || named.every((target) => target.startsWith('rollout:'))) return [];
  return [{ path: 'version', msg: 'previous requires that every target is rollout:…' }];
}

type Times = Pick<RolloutSettings, 'start_at' | 'end_at'>;

/**
 * `start_at` and `end_at` as instants, read as `schedule_at` is. A time that the rollout already has is not judged
 * again. Once it has started, `end_at` may be in the past, which ends it.
 */
function readTimes(
  { start_at, end_at, time_zone: timeZone }: Partial<RolloutSettings>,
  now: Date,
  current: ReadingOptions['current'],
): { read: Times; faults: Fault[] } {
  const faults: Fault[] = [];
  const hasStarted = current !== undefined && current.state !== 'Draft';
  const read = (path: keyof Times, text_: string | null | undefined): Date | null => {
    if (text_ === null || text_ === undefined || timeZone === undefined) return null;
    if (text_ === current?.settings[path]) return new Date(text_);
    const input = { scheduleType: 'later', scheduleAt: text_, timeZone };
    const past = path === 'end_at' && hasStarted ? readSchedule(input) : null;
    if (past?.ok && past.at !== null && past.at <= now) return past.at;
    const resolved = resolveScheduleTime(input, now);
    if (resolved.ok) return resolved.dueAt;
    faults.push({ path, msg: resolved.reason.replace(/^schedule_at /, '') });
    return null;
  };
  const [start, end] = [read('start_at', start_at), read('end_at', end_at)];
  const begins = start ?? current?.startedAt ?? now;
  if (end !== null && end <= begins && !(hasStarted && end <= now))
    faults.push({ path: 'end_at', msg: 'must be after the start' });
  else if (end !== null && end.getTime() - begins.getTime() > MAX_YEAR_MS)
    faults.push({ path: 'end_at', msg: 'must be at most 365 days after the start' });
  return { read: { start_at: start && isoSeconds(start), end_at: end && isoSeconds(end) }, faults };
}

/** A target that names a record, and where. */
export interface NamedRecord {
  readonly path: string;
  readonly target: string;
  readonly prefix: string;
  readonly id: number;
}

/** The records that settings name, valid or not. */
export function namedRecords(settings: unknown): NamedRecord[] {
  const { targets: named, exclude, stages } = fieldsOf(settings);
  const ofStages = (Array.isArray(stages) ? stages : []).map((each, index) => {
    return [`stages[${index}].targets`, fieldsOf(each)['targets']] as const;
  });
  return [['targets', named] as const, ['exclude', exclude] as const, ...ofStages].flatMap(
    ([list, entries]) =>
      Array.isArray(entries)
        ? entries.flatMap((entry, index) => namedRecord(`${list}[${index}]`, entry))
        : [],
  );
}

function namedRecord(path: string, entry: unknown): NamedRecord[] {
  const target = typeof entry === 'string' ? entry.trim() : '';
  const [prefix = '', digits] = TARGET.test(target) ? target.split(':') : [];
  return digits === undefined ? [] : [{ path, target, prefix, id: Number(digits) }];
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
