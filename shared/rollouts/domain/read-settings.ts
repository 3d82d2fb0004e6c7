import type { Window } from '../../inventory/domain/network-hours.js';
import { faultsOf, type Fault } from '../../platform/errors/faults.js';
import { isoSeconds } from '../../platform/values/iso-time.js';
import { readSchedule, resolveScheduleTime } from '../../upgrades/domain/schedule-time.js';
import type { RolloutState } from './rollout-state.js';
import type { RolloutSettings } from './settings.js';
import { settingsBody, TARGET, type SettingsDefaults } from './settings-body.js';
import { windowMinutes } from './windows.js';

const MAX_YEAR_MS = 365 * 86_400_000;

export type ReadSettings =
  | { readonly ok: true; readonly settings: RolloutSettings }
  | {
      readonly ok: false;
      readonly faults: Fault[];
      /** The settings that have no fault, as they are read. */
      readonly readable: Partial<RolloutSettings>;
    };

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

/**
 * Reads the settings of a rollout: defaults for what is absent or null, times as instants. Names every fault. Unknown
 * fields are left out.
 */
export function readSettings(
  input: unknown,
  { defaults, fallbackSeed, now, current }: ReadingOptions,
): ReadSettings {
  const result = settingsBody(defaults).validate(input, {
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
  const settings = { ...readable, ...times.read };
  if (faults.length > 0) return { ok: false, faults, readable: withoutFaults(settings, faults) };
  return { ok: true, settings: settings as RolloutSettings };
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

/** When a rollout begins that was started at a time: not before its `start_at`. */
export function beginOf(startAt: Date | null, startedAt: Date): Date {
  return startAt !== null && startAt > startedAt ? startAt : startedAt;
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
  const begins = current?.startedAt ? beginOf(start, current.startedAt) : (start ?? now);
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
