import { expect } from 'chai';
import { DateTime } from 'luxon';
import { ianaZone } from '../../../shared/platform/values/time-zone.js';
import { posixZone, zoneNames } from '../../../shared/ucentral/domain/config/posix-zone.js';

/** Their clocks change by Ramadan, which a rule cannot say. */
const BY_THE_MOON = ['Africa/Casablanca', 'Africa/El_Aaiun', 'Asia/Gaza', 'Asia/Hebron'];
const YEAR = 2027;
const DAYS = Array.from({ length: 53 }, (_, week) => Date.UTC(YEAR, 0, 1 + 7 * week, 12));

/** A rule such as `EST5EDT,M3.2.0,M11.1.0`. Offsets are minutes east of Greenwich. */
function offsetAt(rule: string, at: number): number {
  const name = '(?:[A-Za-z]+|<[^>]+>)';
  const time = '([+-]?\\d+(?::\\d+)*)';
  const parsed = new RegExp(`^${name}${time}(?:${name}${time}?,([^,]+),([^,]+))?$`).exec(rule);
  if (!parsed) throw new Error(`no rule: ${rule}`);
  const [, standard = '0', daylight, begins, ends] = parsed;
  const usual = 0 - minutesOf(standard);
  if (begins === undefined || ends === undefined) return usual;
  const summer = daylight === undefined ? usual + 60 : 0 - minutesOf(daylight);
  const begin = changeAt(begins) - usual * 60_000;
  const end = changeAt(ends) - summer * 60_000;
  const isSummer = begin < end ? at >= begin && at < end : at >= begin || at < end;
  return isSummer ? summer : usual;
}

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.replace(/^[+-]/, '').split(':');
  return (time.startsWith('-') ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** The local time of a change, as if it were UTC. */
function changeAt(change: string): number {
  const [date = '', time = '2'] = change.split('/');
  const [month = 1, week = 1, weekday = 0] = date.slice(1).split('.').map(Number);
  const first = new Date(Date.UTC(YEAR, month - 1, 1));
  let day = 1 + ((weekday - first.getUTCDay() + 7) % 7) + (week - 1) * 7;
  const last = new Date(Date.UTC(YEAR, month, 0)).getUTCDate();
  while (day > last) day -= 7;
  return Date.UTC(YEAR, month - 1, day) + minutesOf(time) * 60_000;
}

describe('the rules of time zones', () => {
  it('agree with the runtime throughout a year', () => {
    const names = Intl.supportedValuesOf('timeZone').filter((name) => !BY_THE_MOON.includes(name));
    expect(names.length).to.be.above(400);
    for (const name of names) {
      const rule = posixZone(name);
      if (rule === null) throw new Error(`no rule for ${name}`);
      const said = DAYS.map((at) => offsetAt(rule, at));
      const known = DAYS.map((at) => DateTime.fromMillis(at, { zone: name }).offset);
      expect(said, name).to.deep.equal(known);
    }
  });

  it('exist for every zone that a network can have', () => {
    for (const name of ['UTC', 'Asia/Kolkata', 'US/Pacific']) {
      expect(ianaZone(name)).not.to.equal(null);
      expect(zoneNames()).to.include(name);
    }
    expect(posixZone('Mars/Olympus')).to.equal(null);
  });
});
