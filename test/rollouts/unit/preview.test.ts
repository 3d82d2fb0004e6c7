import { expect } from 'chai';
import fc from 'fast-check';
import {
  columnsOf,
  FLAGS,
  readColumns,
  storedColumns,
  type ListedDevice,
} from '../../../shared/rollouts/domain/preview/device-list.js';
import { compareLists } from '../../../shared/rollouts/domain/preview/drift.js';
import { HoursGroups } from '../../../shared/rollouts/domain/preview/hours-groups.js';
import { largestOf } from '../../../shared/rollouts/domain/preview/largest.js';
import { StageDivision } from '../../../shared/rollouts/domain/preview/preview-stages.js';
import { orderKey } from '../../../shared/rollouts/domain/rollout-order.js';
import type {
  RolloutSettings,
  StageCoverage,
  StageSettings,
} from '../../../shared/rollouts/domain/settings.js';
import { UpgradeList } from '../../../shared/rollouts/domain/preview/upgrade-list.js';

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
  networkId: fc.integer({ min: -1, max: 2 }),
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
    const list = listOf(listed(345), listed(400, { flags: FLAGS.ineligible }), listed(12));
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
    const division = new StageDivision(devices.length, groupOf);
    division.add(columnsOf(devices));
    const divided = division.divide(stages);
    const groups = division.hoursOfStages();
    return divided.map((counts, index) => ({ ...counts, groups: [...(groups[index] ?? [])].sort() }));
  };
  /** Networks 1 and 2 have hours of their own. */
  const groupOf = (networkId: number | null): number => (networkId !== null && networkId > 0 ? 1 : 0);

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

  it('contain each device once, whatever they are, and count those that are up by hours', () => {
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
      const served = own.filter(({ flags }) => !(flags & FLAGS.ineligible));
      const up = served.filter(({ flags }) => !(flags & FLAGS.offline));
      return {
        devices: served.length,
        offline: served.length - up.length,
        groups: [...new Set(up.map(({ networkId }) => groupOf(networkId)))].sort(),
      };
    });
  }
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

describe('the groups of hours of a preview', () => {
  const settings = {
    time_zone: 'Europe/Berlin',
    windows: [{ days: ['mon'], from: '01:00', to: '02:00' }],
    blackout: [],
    lead_minutes: 0,
  } as unknown as RolloutSettings;

  it('contain the networks of equal hours, and of the rollout those without', () => {
    const groups = new HoursGroups(settings);
    const tokyo = { time_zone: 'Asia/Tokyo', windows: null };
    groups.add(4, tokyo);
    groups.add(5, { time_zone: null, windows: [] });
    groups.add(6, { ...tokyo });
    expect([-1, 3, 4, 5, 6].map((id) => groups.groupOf(id))).to.deep.equal([0, 0, 1, 2, 1]);
    const hoursOf = (...given: number[]) =>
      groups.of(new Set(given)).map(({ zone, windows }) => [zone.name, windows.length]);
    expect(hoursOf()).to.deep.equal([['Europe/Berlin', 1]]);
    expect(hoursOf(1, 2)).to.deep.equal([
      ['Asia/Tokyo', 1],
      ['Europe/Berlin', 0],
    ]);
  });
});
