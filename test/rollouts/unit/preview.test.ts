import { expect } from 'chai';
import fc from 'fast-check';
import { IANAZone } from 'luxon';
import {
  columnsOf,
  FLAGS,
  readColumns,
  storedColumns,
  type ListedDevice,
} from '../../../shared/rollouts/domain/preview/device-list.js';
import { compareLists } from '../../../shared/rollouts/domain/preview/drift.js';
import { largestOf } from '../../../shared/rollouts/domain/preview/largest.js';
import { StageDivision } from '../../../shared/rollouts/domain/preview/preview-stages.js';
import { previewTimes, workMinutes } from '../../../shared/rollouts/domain/preview/preview-times.js';
import { orderKey } from '../../../shared/rollouts/domain/rollout-order.js';
import type { StageCoverage, StageSettings } from '../../../shared/rollouts/domain/settings.js';
import { UpgradeList } from '../../../shared/rollouts/domain/preview/upgrade-list.js';
import type { Hours } from '../../../shared/rollouts/domain/windows.js';

const listed = (id: number, fields: Partial<ListedDevice> = {}): ListedDevice => ({
  id,
  key: BigInt(`0x${orderKey('7', id)}`),
  networkId: 3,
  part: 'AP-110',
  version: '2.3.1',
  flags: 0,
  stages: 0,
  ...fields,
});

const listOf = (...devices: ListedDevice[]): UpgradeList => {
  const list = new UpgradeList(devices.length);
  list.add(columnsOf(devices));
  list.sort();
  return list;
};

const stage = (coverage: StageCoverage, soak_minutes = 30): StageSettings => {
  return { ...coverage, soak_minutes, approval: false };
};

const device = fc.record({
  id: fc.integer({ min: 1, max: 60 }),
  part: fc.constantFrom('a', 'b'),
  version: fc.constantFrom('1', '2'),
  flags: fc.integer({ min: 0, max: 7 }),
  stages: fc.integer({ min: 0, max: 3 }),
});
const fleet = fc
  .uniqueArray(device, { selector: ({ id }) => id, maxLength: 40 })
  .map((devices) => devices.map(({ id, ...fields }) => listed(id, fields)));

describe('the list of the devices of a preview', () => {
  it('is stored in columns and read as it was', () => {
    fc.assert(
      fc.property(fleet, (devices) => {
        const columns = columnsOf(devices);
        expect(readColumns(storedColumns(columns))).to.deep.equal(columns);
      }),
    );
  });

  // docs/rollouts.md#preview_rollout-4
  it('has the fingerprint of the devices to upgrade by ascending id', () => {
    const list = listOf(listed(345), listed(400, { flags: FLAGS.unserved }), listed(12));
    expect(list.fingerprint()).to.equal('9224e2a80f322cb09b9850565a7e53cfede395f88621bb851fe4e4e05c4ef06f');
  });

  it('contains a device once that was added twice', () => {
    expect(listOf(listed(5), listed(2), listed(5)).fingerprint()).to.equal(
      listOf(listed(2), listed(5)).fingerprint(),
    );
  });

  it('is summed up by the 100 largest groups and the rest', () => {
    const counts = new Map(Array.from({ length: 103 }, (_, index) => [`part ${index}`, index + 1]));
    const { largest, rest } = largestOf(counts);
    expect(largest[0]).to.deep.equal({ name: 'part 102', count: 103 });
    expect([largest.length, rest]).to.deep.equal([100, 1 + 2 + 3]);
  });
});

describe('the stages of a preview', () => {
  const divide = (devices: readonly ListedDevice[], stages: readonly StageSettings[]) => {
    const division = new StageDivision(devices.length);
    division.add(columnsOf(devices));
    return division.divide(stages);
  };

  // docs/rollouts.md#preview_rollout-2
  it('cover the devices as a binding would: canaries that are up, then cumulative shares', () => {
    const devices = Array.from({ length: 10 }, (_, index) =>
      listed(index + 1, { part: index < 5 ? 'a' : 'b', flags: index === 9 ? FLAGS.offline : 0 }),
    );
    expect(
      divide(devices, [stage({ canary_per_part: 1 }), stage({ percent: 50 }), stage({ percent: 100 })]).map(
        ({ devices: count }) => count,
      ),
    ).to.satisfy(
      ([canaries, half, all]: number[]) => canaries === 2 && canaries + (half ?? 0) + (all ?? 0) === 10,
    );
  });

  it('contain each device once, whatever they are', () => {
    const coverage = fc.oneof(
      fc.record({ canary_per_part: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ count: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ percent: fc.constantFrom(1, 16.1, 50, 100) }),
      fc.constant({ targets: ['all'] }),
    );
    fc.assert(
      fc.property(fleet, fc.array(coverage, { minLength: 1, maxLength: 4 }), (devices, coverages) => {
        const stages = coverages.map((each) => stage(each));
        const expected = naively(devices, stages);
        expect(divide(devices, stages)).to.deep.equal(expected);
      }),
    );
  });

  /** The rules of docs/rollouts.md#stages on plain lists. */
  function naively(devices: readonly ListedDevice[], stages: readonly StageSettings[]) {
    const order = [...devices].sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)) || a.id - b.id);
    const taken = new Set<number>();
    return stages.map((each, index) => {
      let covered: ListedDevice[];
      if ('canary_per_part' in each)
        covered = ['a', 'b'].flatMap((part) =>
          order
            .filter((one) => one.part === part && !(one.flags & FLAGS.offline))
            .slice(0, each.canary_per_part),
        );
      else if ('count' in each) covered = order.slice(0, each.count);
      else if ('percent' in each)
        covered = order.slice(0, Math.ceil(Math.round(each.percent * 10 * order.length) / 1000));
      else covered = order.filter((one) => (one.stages >> index) & 1);
      const own = covered.filter(({ id }) => !taken.has(id));
      for (const { id } of own) taken.add(id);
      const served = own.filter(({ flags }) => !(flags & FLAGS.unserved));
      return { devices: served.length, offline: served.filter(({ flags }) => flags & FLAGS.offline).length };
    });
  }
});

describe('the times of a preview', () => {
  const settings = {
    rate: { per_minute: null, factor: 1, per_successes: null, max_per_minute: 100_000 },
    max_in_flight: 500,
    stages: [stage({ canary_per_part: 1 }), stage({ percent: 100 })],
  };
  const hours = (fields: Partial<Hours> = {}): Hours => ({
    zone: IANAZone.create('Europe/Berlin'),
    windows: [],
    blackout: [],
    leadMinutes: 15,
    ...fields,
  });
  const one = { devices: 1, offline: 0 };
  const times = (opening: Hours, from: string, stages = [one, one]) =>
    previewTimes(
      stages,
      { ...settings, stages: stages.map(() => stage({ percent: 100 })) },
      opening,
      new Date(from),
      300,
    ).map(({ startsAt, endsAt }) => [startsAt, endsAt].map((at) => at && Math.round(at.getTime() / 1000)));
  const seconds = (text: string): number => Date.parse(text) / 1000;

  // docs/rollouts.md#preview_rollout-3
  it('are 1 ÷ 33.3 + 15 + 30 = 45.03 minutes for a stage of one device', () => {
    expect(workMinutes(one, settings, 300) + 30).to.be.closeTo(45.03, 1e-9);
    expect(
      times(hours({ windows: [{ days: ['tue'], from: '01:00', to: '05:00' }] }), '2026-11-30T20:00:00Z'),
    ).to.deep.equal([
      [seconds('2026-12-01T00:00:00Z'), seconds('2026-12-01T00:45:02Z')],
      [seconds('2026-12-01T00:45:02Z'), seconds('2026-12-01T01:30:04Z')],
    ]);
  });

  it('follow the lower of the rate and of what max_in_flight allows, without offline devices', () => {
    const many = { devices: 1000, offline: 400 };
    const rate = { ...settings.rate, per_minute: 20 };
    expect(workMinutes(many, { ...settings, rate }, 300)).to.equal(600 / 20 + 15);
    expect(workMinutes(many, settings, 300)).to.be.closeTo(600 / (500 / 15) + 15, 1e-9);
  });

  it('go on in the next window, and not during a blackout', () => {
    const nightly = { windows: [{ days: ['mon', 'tue', 'wed'], from: '01:00', to: '02:00' }] } as const;
    // 18 + 15 minutes of work a stage, and 45 minutes of a window before its lead.
    const many = { devices: 600, offline: 0 };
    expect(times(hours(nightly), '2026-11-29T12:00:00Z', [many, many])).to.deep.equal([
      [seconds('2026-11-30T00:00:00Z'), seconds('2026-11-30T01:03:00Z')],
      [seconds('2026-12-01T00:00:00Z'), seconds('2026-12-01T01:03:00Z')],
    ]);
    const blackout = [{ from: '2026-11-30', to: '2026-12-01' }];
    expect(times(hours({ ...nightly, blackout }), '2026-11-29T12:00:00Z', [many])[0]?.[0]).to.equal(
      seconds('2026-12-02T00:00:00Z'),
    );
    const long = { devices: 2000, offline: 0 };
    expect(times(hours(nightly), '2026-11-29T12:00:00Z', [long])).to.deep.equal([
      [seconds('2026-11-30T00:00:00Z'), seconds('2026-12-01T01:00:00Z')],
    ]);
  });

  it('are null when no window opens', () => {
    const never = hours({ blackout: [{ from: '2026-01-01', to: '2028-12-31' }] });
    expect(times(never, '2026-11-30T20:00:00Z')).to.deep.equal([
      [null, null],
      [null, null],
    ]);
  });
});

describe('the drift from a preview', () => {
  // docs/rollouts.md#drift-1
  it('is what joined and left, by part and version', () => {
    const before = listOf(listed(1), listed(2), listed(3));
    const now = listOf(listed(2), listed(3, { version: '2.3.2' }), listed(4, { part: 'SW-24' }));
    const { drift, examples } = compareLists(before, now);
    expect(drift).to.deep.equal({
      joined: 2,
      left: 2,
      by_part: {
        largest: [
          { part: 'AP-110', joined: 1, left: 2 },
          { part: 'SW-24', joined: 1, left: 0 },
        ],
        rest: { joined: 0, left: 0 },
      },
      by_version: {
        largest: [
          { version: '2.3.1', joined: 1, left: 2 },
          { version: '2.3.2', joined: 1, left: 0 },
        ],
        rest: { joined: 0, left: 0 },
      },
    });
    expect(examples).to.deep.equal([
      { id: 1, change: 'left' },
      { id: 3, change: 'left' },
      { id: 3, change: 'joined' },
      { id: 4, change: 'joined' },
    ]);
  });

  it('is nothing exactly when the fingerprints are equal', () => {
    fc.assert(
      fc.property(fleet, fleet, (one, other) => {
        const [before, now] = [listOf(...one), listOf(...other)];
        const { drift } = compareLists(before, now);
        expect(drift.joined + drift.left === 0).to.equal(before.fingerprint() === now.fingerprint());
        expect(now.length - before.length).to.equal(drift.joined - drift.left);
      }),
    );
  });
});
