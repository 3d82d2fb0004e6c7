import { expect } from 'chai';
import { readSettings } from '../../../shared/rollouts/domain/read-settings.js';
import type { RolloutSettings } from '../../../shared/rollouts/domain/settings.js';
import { DEFAULT_SETTINGS } from '../default-settings.js';

const NOW = new Date('2026-11-30T19:58:00Z');
const DEFAULTS = { maxAttempts: 4, stepTimeoutS: 1800 };
const MINIMAL = { name: 'all of them', targets: ['all'] };

function read(input: unknown): RolloutSettings {
  const result = readSettings(input, { defaults: DEFAULTS, fallbackSeed: '7', now: NOW });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.settings;
}

/** The faults, as `path: message`. */
function faults(input: unknown): string[] {
  const result = readSettings(input, { defaults: DEFAULTS, fallbackSeed: '7', now: NOW });
  return result.ok ? [] : result.faults.map(({ path, msg }) => `${path}: ${msg}`);
}

/** The paths of the faults of settings with this value at a path such as `gates.min_sick` or `stages[0].count`. */
function faultPaths(path: string, value: unknown): string[] {
  const [, first = '', isStage, last] = /^(\w+)(\[0\])?\.?(\w+)?$/.exec(path) ?? [];
  const chooses = ['count', 'percent', 'canary_per_part'].includes(last ?? '');
  const beside = { rate: { per_successes: 1 }, stages: chooses ? {} : { percent: 100 } }[first];
  const inner = last === undefined ? value : { ...beside, [last]: value };
  const given = { ...MINIMAL, [first]: isStage ? [inner] : inner };
  return faults(given).map((fault) => fault.split(':')[0] ?? '');
}

describe('the settings of a rollout', () => {
  // docs/rollouts.md#settings-2
  it('have the documented defaults', () => {
    const stage = { soak_minutes: 30, approval: false };
    expect(read(MINIMAL)).to.deep.equal({
      ...DEFAULT_SETTINGS,
      ...MINIMAL,
      stages: [
        { canary_per_part: 1, ...stage },
        { percent: 10, ...stage },
        { percent: 50, ...stage },
        { percent: 100, ...stage },
      ],
      seed: '7',
    });
  });

  // docs/rollouts.md#settings-2
  it('take null as a default, in groups too', () => {
    const nulls = {
      ...MINIMAL,
      version: null,
      stages: null,
      rate: null,
      gates: { min_sick: null },
      windows: null,
    };
    expect(read(nulls)).to.deep.equal(read(MINIMAL));
  });

  it('leave out unknown and read-only fields', () => {
    expect(read({ ...MINIMAL, id: 9, state: 'Running', colour: 'red' })).to.deep.equal(read(MINIMAL));
  });

  it('read times in the zone of the rollout and keep instants', () => {
    const times = {
      start_at: '2026-12-01 09:00',
      end_at: '2026-12-02T09:00:00+01:00',
      time_zone: 'Europe/Berlin',
    };
    expect(read({ ...MINIMAL, ...times })).to.include({
      start_at: '2026-12-01T08:00:00Z',
      end_at: '2026-12-02T08:00:00Z',
    });
  });

  it('read again what they give', () => {
    const settings = read({
      ...MINIMAL,
      start_at: '2026-12-01 09:00',
      windows: [{ days: ['tue'], from: '01:00', to: '05:00' }],
      exclude: ['part:AP-110', 'tag:3'],
    });
    expect(read(settings)).to.deep.equal(settings);
  });

  // docs/rollouts.md#settings-1
  for (const [path, least, most, step] of [
    ['max_in_flight', 1, 100_000, 1],
    ['lead_minutes', 0, 240, 1],
    ['rate.per_minute', 1, 100_000, 1],
    ['rate.factor', 1, 5, 0.1],
    ['rate.per_successes', 1, Number.MAX_SAFE_INTEGER, 1],
    ['network.max_percent', 1, 100, 0.1],
    ['gates.failure_percent', 0, 100, 0.1],
    ['gates.min_finished', 1, 10_000, 1],
    ['gates.delivery_percent', 1, 100, 0.1],
    ['gates.excess_percent', 0.1, 100, 0.05],
    ['gates.min_sick', 2, 1000, 1],
    ['retry.max_attempts', 1, 10, 1],
    ['retry.step_timeout_minutes', 1, 1440, 0.5],
    ['stages[0].canary_per_part', 1, 100, 1],
    ['stages[0].count', 1, 1_000_000, 1],
    ['stages[0].percent', 0.001, 100, 0.001],
    ['stages[0].soak_minutes', 0, 10_080, 1],
  ] as const) {
    it(`take ${path} from ${least} to ${most}, and nothing else`, () => {
      for (const value of [least, most]) expect(faultPaths(path, value), String(value)).to.deep.equal([]);
      const beyond = most === Number.MAX_SAFE_INTEGER ? [] : [most + step];
      for (const value of [least - step, ...beyond, 'many', [least]])
        expect(faultPaths(path, value), String(value)).to.deep.equal([path]);
      if (step === 1) expect(faultPaths(path, least + 0.5), 'a fraction').to.deep.equal([path]);
    });
  }

  // docs/rollouts.md#settings-1
  for (const [path, most, entry] of [
    ['targets', 10_000, (n: number) => `AP:${n}`],
    ['exclude', 1000, (n: number) => `part:${n}`],
    ['stages', 20, () => ({ count: 1 })],
    ['windows', 21, () => ({ days: ['mon'], from: '01:00', to: '05:00' })],
    ['blackout', 50, () => ({ from: '2026-12-24', to: '2026-12-26' })],
  ] as const) {
    it(`take at most ${most} ${path}`, () => {
      const entries = Array.from({ length: most + 1 }, (_, index) => entry(index + 1));
      expect(faults({ ...MINIMAL, [path]: entries.slice(1) })).to.deep.equal([]);
      expect(faults({ ...MINIMAL, [path]: entries })).to.deep.equal([
        `${path}: must have at most ${most} entries`,
      ]);
    });
  }

  // docs/rollouts.md#settings-1
  it('take texts of 1 to 100 characters as a name, and of 1 to 64 as a seed', () => {
    for (const [path, most] of [
      ['name', 100],
      ['seed', 64],
    ] as const) {
      for (const value of ['x', 'x'.repeat(most)]) expect(faultPaths(path, value)).to.deep.equal([]);
      for (const value of ['', 'x'.repeat(most + 1), 7])
        expect(faultPaths(path, value)).to.deep.equal([path]);
    }
  });

  // docs/rollouts.md#settings-1
  it('end at most 365 days after the start', () => {
    expect(faults({ ...MINIMAL, end_at: '2027-11-30 19:58' })).to.deep.equal([]);
    expect(faults({ ...MINIMAL, end_at: '2027-11-30 19:59' })).to.have.length(1);
  });

  // docs/rollouts.md#settings-3
  for (const [what, input, expected] of [
    ['a missing name and target', {}, ['name: is required', 'targets: is required']],
    ['an empty name', { ...MINIMAL, name: '  ' }, ['name: must not be empty']],
    ['a long name', { ...MINIMAL, name: 'x'.repeat(101) }, ['name: must be at most 100 characters long']],
    ['no target', { ...MINIMAL, targets: [] }, ['targets: must have at least 1 entry']],
    [
      'malformed targets',
      { ...MINIMAL, targets: ['network:1', 'AP:0', 'part:X'] },
      ['targets[1]: is not a target', 'targets[2]: is not a target'],
    ],
    ['a repeated target', { ...MINIMAL, targets: ['all', 'all'] }, ['targets[1]: repeats an entry']],
    [
      'a stage above 100 %',
      { ...MINIMAL, stages: [{ percent: 50 }, { percent: 100.5 }] },
      ['stages[1].percent: must be at most 100'],
    ],
    ['a stage of 0 %', { ...MINIMAL, stages: [{ percent: 0 }] }, ['stages[0].percent: must be above 0']],
    [
      'a stage without devices',
      { ...MINIMAL, stages: [{ soak_minutes: 5 }] },
      ['stages[0]: must have one of canary_per_part, count, percent and targets'],
    ],
    [
      'a stage that chooses twice',
      { ...MINIMAL, stages: [{ percent: 5, count: 5 }] },
      ['stages[0]: must have only one of canary_per_part, count, percent and targets'],
    ],
    [
      'a factor without its step',
      { ...MINIMAL, rate: { per_minute: 60, factor: 2 } },
      ['rate.per_successes: is required when factor is above 1'],
    ],
    [
      'a maximum below the rate',
      { ...MINIMAL, rate: { per_minute: 60, max_per_minute: 50 } },
      ['rate.max_per_minute: must be at least per_minute'],
    ],
    [
      'previous for other targets',
      { ...MINIMAL, version: 'previous' },
      ['version: previous requires that every target is rollout:…'],
    ],
    [
      'an unknown zone',
      { ...MINIMAL, time_zone: 'Mars/Base' },
      ['time_zone: must be the name of an IANA time zone such as Europe/Berlin'],
    ],
    [
      'a window no longer than its lead',
      { ...MINIMAL, windows: [{ days: ['mon'], from: '01:00', to: '01:15' }] },
      ['windows[0]: must be longer than lead_minutes'],
    ],
    [
      'a malformed window',
      { ...MINIMAL, windows: [{ days: ['monday'], from: '1:00', to: '24:00' }] },
      [
        'windows[0].days[0]: must be one of mon, tue, wed, thu, fri, sat, sun',
        'windows[0].from: must be a time of day, HH:MM',
        'windows[0].to: must be a time of day, HH:MM',
      ],
    ],
    [
      'a blackout that ends before it begins',
      { ...MINIMAL, blackout: [{ from: '2026-12-26', to: '2026-12-24' }] },
      ['blackout[0]: must not end before it begins'],
    ],
    [
      'a date that does not exist',
      { ...MINIMAL, blackout: [{ from: '2026-02-31', to: '2026-03-01' }] },
      ['blackout[0].from: must be a date, YYYY-MM-DD'],
    ],
    ['an end in the past', { ...MINIMAL, end_at: '2026-11-30 10:00' }, ['end_at: is in the past']],
    [
      'an end before the start',
      { ...MINIMAL, start_at: '2026-12-02 10:00', end_at: '2026-12-01 10:00' },
      ['end_at: must be after the start'],
    ],
    [
      'a time that is none',
      { ...MINIMAL, start_at: 'tomorrow' },
      ['start_at: is not a time: use YYYY-MM-DD HH:MM or ISO 8601'],
    ],
  ] as const) {
    it(`refuse ${what}`, () => {
      expect(faults(input)).to.deep.equal(expected);
    });
  }
});
