import { expect } from 'chai';
import { demoFile, demoFleet, NEVER_HEARD } from '../../dev/demo/demo-fleet.js';
import { demoHistory } from '../../dev/demo/demo-history.js';
import { HOTELS } from '../../dev/demo/demo-organisations.js';

const MINUTE_MS = 60_000;

describe('the demo history', () => {
  const fleet = demoFleet();
  const now = new Date('2026-11-22T12:34:56Z');
  const { series, events, entries, until } = demoHistory(fleet, now);

  it('has a point for every minute of the day before and until devices are heard, each with all of them', () => {
    const heard = fleet.devices.filter(
      ({ id, organisation_id: org }) => org === HOTELS && !NEVER_HEARD.has(id),
    );
    const points = series
      .filter(({ tallyKey, stepS }) => tallyKey === null && stepS === 60)
      .flatMap((record) => Object.values(record.points));
    expect(points).to.have.length(1442);
    expect(new Set(points.map(([up, down]) => up + down))).to.deep.equal(new Set([heard.length]));
    expect(until.getTime() - now.getTime()).to.equal(MINUTE_MS);
    expect(Math.max(...points.map(([, down]) => down))).to.be.above(20);
  });

  it('has as many devices up in all networks as in the organisation', () => {
    const sums = (isWhole: boolean): Map<string, number> => {
      const found = new Map<string, number>();
      for (const { tallyKey, stepS, from, points } of series) {
        if ((tallyKey === null) !== isWhole) continue;
        for (const [step, [up]] of Object.entries(points)) {
          const key = `${stepS} ${from.getTime()} ${step}`;
          found.set(key, (found.get(key) ?? 0) + up);
        }
      }
      return found;
    };
    expect(sums(false)).to.deep.equal(sums(true));
  });

  it('has an event for each device that went down, and one when it came back', () => {
    const outages = events.filter(({ kind }) => kind !== 'changed_version');
    const counts = new Map<number, string[]>();
    for (const { deviceId, kind, at } of [...outages].sort(
      (one, other) => Number(one.at) - Number(other.at),
    )) {
      counts.set(deviceId, [...(counts.get(deviceId) ?? []), kind]);
      expect(now.getTime() - at.getTime()).to.be.within(5 * MINUTE_MS, 1440 * MINUTE_MS);
    }
    expect(counts.size).to.be.above(50);
    for (const kinds of counts.values()) expect(kinds).to.deep.equal(['went_down', 'came_up']);
  });

  it('has upgrades of the days before that leave devices on the versions that they run', () => {
    const runs = new Map(fleet.devices.map(({ id, firmware_version: version }) => [id, version]));
    const left = new Map<number, string>();
    for (const { deviceId, after, at } of events.filter(({ kind }) => kind === 'changed_version')) {
      left.set(deviceId, String(after));
      expect(at.getTime()).to.be.below(now.getTime());
    }
    for (const [deviceId, version] of left) expect(version, String(deviceId)).to.equal(runs.get(deviceId));
    const { upgrades } = demoFile(now);
    expect(left.size).to.be.above(100);
    expect(new Set(upgrades.map(({ status }) => status))).to.have.keys('Success', 'Failed', 'Expired');
    for (const { history = [], updated_at: end } of upgrades) {
      const times = history.map(({ at }) => at.getTime());
      expect(times).to.deep.equal([...times].sort((one, other) => one - other));
      expect(end?.getTime()).to.equal(times.at(-1)).and.be.below(now.getTime());
    }
  });

  it('has unique ids, and entries of users of the organisation only', () => {
    const ids = [...series, ...events, ...entries].map(({ _id }) => _id);
    expect(new Set(ids).size).to.equal(ids.length);
    const users = fleet.users.filter((user) => user.organisation_id === HOTELS).map(({ id }) => `user:${id}`);
    for (const { actor } of entries) expect(users).to.include(actor);
  });
});
