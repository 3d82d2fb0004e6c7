import { expect } from 'chai';
import fc from 'fast-check';
import { BLOCK } from '../../../shared/platform/values/id-blocks.js';
import {
  boundariesByCreation,
  boundariesById,
  startAt,
  type Boundary,
} from '../../../shared/upgrades/domain/upgrade-blocks.js';

interface Upgrade {
  readonly id: number;
  readonly at: number;
}

const BLOCKS = 12;
/** Of these blocks, the upgrades are counted. */
const COUNTED_TO = 9;

/** Upgrades whose creation follows their ids, but for some hours in which clocks and imports differ. */
const upgrades = fc
  .uniqueArray(fc.record({ id: fc.nat(BLOCKS * BLOCK), late: fc.constantFrom(0, 0, 0, 1, -3) }), {
    selector: ({ id }) => id,
    maxLength: 80,
  })
  .map((given) =>
    given
      .map(({ id, late }): Upgrade => ({ id, at: Math.floor(id / 4000) + late }))
      .sort((one, other) => one.id - other.id),
  );

describe('boundaries of blocks of upgrades', () => {
  const isCounted = ({ id }: Upgrade): boolean => id < COUNTED_TO * BLOCK;

  function countedOf(all: readonly Upgrade[]) {
    const counts: Record<string, number> = {};
    const spans: Record<string, { from: Date; to: Date }> = {};
    for (const { id, at } of all.filter(isCounted)) {
      const block = Math.floor(id / BLOCK);
      counts[block] = (counts[block] ?? 0) + 1;
      const { from, to } = spans[block] ?? { from: new Date(at), to: new Date(at) };
      spans[block] = { from: new Date(Math.min(+from, at)), to: new Date(Math.max(+to, at)) };
    }
    return { counted: { countedTo: COUNTED_TO, counts }, spans };
  }

  /** The upgrade at an offset, read from the start as a query reads it. */
  function read(
    sorted: readonly Upgrade[],
    boundaries: readonly Boundary[],
    offset: number,
    descending: boolean,
    valueOf: (upgrade: Upgrade) => number,
  ): Upgrade | undefined {
    const { after, skip } = startAt(boundaries, { total: sorted.length, offset, descending });
    const sign = descending ? -1 : 1;
    const isPast = (upgrade: Upgrade): boolean =>
      after === null || sign * (valueOf(upgrade) - Number(after.value) || upgrade.id - after.id) > 0;
    return sorted.filter(isPast)[skip];
  }

  it('lead to the upgrade at any offset, in order of id and of creation, up and down', () => {
    fc.assert(
      fc.property(upgrades, fc.boolean(), (all, descending) => {
        const { counted, spans } = countedOf(all);
        const others = all.filter((upgrade) => !isCounted(upgrade)).map(({ at }) => at);
        const oldest = others.length === 0 ? null : new Date(Math.min(...others));
        const byCreation = boundariesByCreation(counted, spans, oldest);
        const sign = descending ? -1 : 1;
        for (const [boundaries, valueOf] of [
          [boundariesById(counted), ({ id }: Upgrade) => id],
          [byCreation, ({ at }: Upgrade) => at],
        ] as const) {
          const sorted = [...all].sort((a, b) => sign * (valueOf(a) - valueOf(b) || a.id - b.id));
          for (let offset = 0; offset <= sorted.length; offset += 1)
            expect(read(sorted, boundaries, offset, descending, valueOf)).to.deep.equal(sorted[offset]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are at every block when creation follows the ids', () => {
    const all = Array.from({ length: COUNTED_TO * 3 }, (_, index): Upgrade => {
      return { id: Math.floor((index * BLOCK) / 3), at: index };
    });
    const { counted, spans } = countedOf(all);
    const before = boundariesByCreation(counted, spans, null).map((boundary) => boundary.before);
    expect(before).to.deep.equal(Array.from({ length: COUNTED_TO + 1 }, (_, block) => 3 * block));
  });

  it('are none where an upgrade that is not counted is older', () => {
    const { counted, spans } = countedOf([
      { id: 1, at: 10 },
      { id: BLOCK, at: 20 },
    ]);
    expect(boundariesByCreation(counted, spans, new Date(15)).map(({ before }) => before)).to.deep.equal([0]);
    expect(boundariesByCreation(counted, spans, new Date(5))).to.deep.equal([]);
  });
});
