import { expect } from 'chai';
import { mergePatch } from '../../../shared/rollouts/domain/merge-patch.js';
import { readSettings } from '../../../shared/rollouts/domain/read-settings.js';
import type { RolloutSettings } from '../../../shared/rollouts/domain/settings.js';

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

describe('the settings of a rollout', () => {
  it('have the documented defaults', () => {
    const stage = { soak_minutes: 30, approval: false };
    expect(read(MINIMAL)).to.deep.equal({
      name: 'all of them',
      version: 'latest',
      targets: ['all'],
      exclude: [],
      stages: [
        { canary_per_part: 1, ...stage },
        { percent: 10, ...stage },
        { percent: 50, ...stage },
        { percent: 100, ...stage },
      ],
      seed: '7',
      rate: { per_minute: null, factor: 1, per_successes: null, max_per_minute: 100_000 },
      max_in_flight: 500,
      network: { max_percent: 25, switches_last: true },
      gates: {
        failure_percent: 5,
        min_finished: 10,
        health: true,
        excess_percent: 2,
        min_sick: 3,
        action: 'pause',
      },
      retry: { max_attempts: 4, step_timeout_minutes: 30 },
      time_zone: 'UTC',
      windows: [],
      blackout: [],
      lead_minutes: 15,
      start_at: null,
      end_at: null,
      save_prev_config: false,
    });
  });

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

describe('a JSON Merge Patch', () => {
  it('merges objects, replaces arrays and removes what is null', () => {
    const settings = { name: 'a', rate: { per_minute: 60, factor: 2 }, stages: [{ percent: 1 }] };
    const patch = { name: 'b', rate: { factor: null }, stages: [{ percent: 2 }, { percent: 3 }] };
    expect(mergePatch(settings, patch)).to.deep.equal({
      name: 'b',
      rate: { per_minute: 60 },
      stages: [{ percent: 2 }, { percent: 3 }],
    });
  });

  it('gives a patch without its nulls when there is nothing to merge with', () => {
    expect(mergePatch(undefined, { a: { b: null, c: 1 } })).to.deep.equal({ a: { c: 1 } });
    expect(mergePatch({ a: 1 }, ['x'])).to.deep.equal(['x']);
  });
});
