import { expect } from 'chai';
import { NEW_ROW, type LookRow } from '../../../../shared/rollouts/domain/health/look-rows.js';
import { observeRow, type WifiNow } from '../../../../shared/rollouts/domain/health/observe-row.js';
import { SIGNS, type Sign, type SignContext } from '../../../../shared/rollouts/domain/health/signs.js';

const START = new Date('2026-12-01T00:00:00Z');
const LOOK_S = 600;
const NOW_S = 20 * LOOK_S;
const context: SignContext = { now: NOW_S, downAfterS: 180, joinedIn: () => 4 };
const treated: LookRow = { ...NEW_ROW, deviceId: 1, upgradeId: 1, networkId: 3, began: 1, heardAt: NOW_S };

/** The row of a device after looks that found these radios and clients, the last of them now. */
function after(
  found: readonly (WifiNow | null)[],
  from: Partial<LookRow> = {},
  everyS: number = LOOK_S,
): LookRow {
  const reading = { start: START, outcomes: new Map() };
  return found.reduce<LookRow>(
    (row, wifi, at) => {
      const now = NOW_S - (found.length - 1 - at) * everyS;
      const state = { networkId: 3, at: START, firmwareVersion: '2', restarts: 0, wifi };
      return observeRow(row, state, reading, { now, before: now - everyS });
    },
    { ...treated, ...from },
  );
}

const radio = (given: object = {}) => ({ on: true, up: true, crashes: 0, ...given });
const wifi = (given: object = {}, clients = 5, joined = 10): WifiNow => ({
  radios: [radio(given)],
  clients,
  joined,
});
const has = (sign: Sign, row: LookRow, given: Partial<SignContext> = {}): boolean =>
  SIGNS[sign](row, { ...context, ...given });

// docs/rollouts.md#signs
describe('the signs of a device', () => {
  for (const [sign, given, expected] of [
    ['down', { heardAt: NOW_S - 180 }, false],
    ['down', { heardAt: NOW_S - 181 }, true],
    ['down', { heardAt: -1 }, true],
    ['other_version', { otherVersion: 1 }, true],
    ['other_version', { otherVersion: 1, upgradeId: 0 }, false],
    ['restarted', { restarts: 4, restartsBefore: 3 }, false],
    ['restarted', { restarts: 5, restartsBefore: 3 }, true],
    ['configuration', { confirmed: 0, beganAt: NOW_S - 600 }, true],
    ['configuration', { confirmed: 0, beganAt: NOW_S - 599 }, false],
    ['configuration', { confirmed: 1 }, false],
    ['configuration', { confirmed: -1 }, false],
  ] as const) {
    it(`${expected ? 'are' : 'are not'} ${sign} with ${JSON.stringify(given)}`, () => {
      expect(has(sign, { ...treated, ...given })).to.equal(expected);
    });
  }

  it('are radio when a radio that is on is not up in all looks of 20 minutes', () => {
    const off = wifi({ up: false });
    expect(has('radio', after([off, off]))).to.equal(false);
    expect(has('radio', after([off, off, off]))).to.equal(true);
    expect(has('radio', after([off, wifi(), off, off]))).to.equal(false);
    expect(has('radio', after(Array.from({ length: 3 }, () => wifi({ on: false, up: false }))))).to.equal(
      false,
    );
  });

  it('are radio when its crashes grew by three in an hour, also when they began anew', () => {
    const crashes = (...counts: number[]) => after(counts.map((count) => wifi({ crashes: count })));
    expect(has('radio', crashes(7, 7, 8, 9))).to.equal(false);
    expect(has('radio', crashes(7, 8, 9, 10))).to.equal(true);
    expect(has('radio', crashes(7, 8, 0, 1, 1, 1, 1))).to.equal(false);
    expect(has('radio', crashes(7, 8, 1, 2, 2, 2, 2))).to.equal(true);
    expect(has('radio', crashes(5, 8, 8, 8, 8, 8, 8, 8))).to.equal(false);
  });

  it('are the same where looks are an hour apart', () => {
    const hourly = (found: readonly WifiNow[], from: Partial<LookRow> = {}) => after(found, from, 3600);
    const off = wifi({ up: false });
    expect(has('radio', hourly([off]))).to.equal(false);
    expect(has('radio', hourly([off, off]))).to.equal(true);
    const crashes = (...counts: number[]) => hourly(counts.map((count) => wifi({ crashes: count })));
    expect(has('radio', crashes(7, 9, 11))).to.equal(false);
    expect(has('radio', crashes(7, 8, 11))).to.equal(true);
    expect(has('radio', crashes(7, 11, 11))).to.equal(false);
    const empty = wifi({}, 0);
    const before = { clientsBefore: 4, beganAt: NOW_S - 7200 };
    expect(has('deserted', hourly([empty], before))).to.equal(false);
    expect(has('deserted', hourly([empty, empty], before))).to.equal(true);
  });

  it('are deserted when clients stay away while others of the network get some', () => {
    const empty = Array.from({ length: 4 }, () => wifi({}, 0));
    const before = { clientsBefore: 4, beganAt: NOW_S - 7200 };
    expect(has('deserted', after(empty, before))).to.equal(true);
    expect(has('deserted', after(empty.slice(1), before))).to.equal(false);
    expect(has('deserted', after([...empty.slice(1), wifi({}, 0, 11)], before))).to.equal(false);
    const longer = [wifi({}, 0, 9), ...empty];
    expect(has('deserted', after(longer, before)), 'half an hour after the last one').to.equal(true);
    expect(has('deserted', after(empty, { ...before, clientsBefore: 3 }))).to.equal(false);
    expect(has('deserted', after(empty, { ...before, beganAt: NOW_S - 7199 }))).to.equal(false);
    expect(has('deserted', after(empty, before), { joinedIn: () => 3 })).to.equal(false);
  });
});

describe('the confirmed configuration of a device', () => {
  const beganAt = 3600;
  const at = (seconds: number): Date => new Date(START.getTime() + seconds * 1000);
  const confirmed = (configuration: object): number => {
    const state = { networkId: 3, at: START, firmwareVersion: '2', restarts: 0, configuration };
    const reading = { start: START, outcomes: new Map() };
    const times = { now: NOW_S, before: NOW_S - LOOK_S };
    return observeRow({ ...treated, beganAt }, state, reading, times).confirmed;
  };
  const rendered = { revision: 'a', at: at(beganAt - 600) };

  for (const [what, state, found] of [
    ['that runs it', { rendered, report: { revision: 'a' } }, 1],
    ['that runs another one', { rendered, report: { revision: 'b' } }, 0],
    ['that reports none any more', { rendered, report: null }, 0],
    [
      'that got a new one since',
      { rendered: { ...rendered, at: at(beganAt) }, report: { revision: 'b' } },
      -1,
    ],
    [
      'that had refused it before',
      { rendered, report: { revision: 'b' }, refused: { revision: 'a', at: at(beganAt - 60) } },
      -1,
    ],
    ['that never had one', {}, -1],
  ] as const) {
    it(`is ${found} of a device ${what}`, () => {
      expect(confirmed(state)).to.equal(found);
    });
  }
});
