import { expect } from 'chai';
import type { PageStart, Position } from '../../../shared/search/domain/device-order.js';
import { walk } from '../../../shared/search/operations/walk-order.js';

const START: PageStart = { offset: 0 };

/** Walks ids from 1 on, of which one in `every` is kept, and notes how many are read and asked about at once. */
async function walked(devices: number, every: number, perPage: number, most: number, expected = 0.9) {
  const sizes: number[] = [];
  const read = (from: PageStart, limit: number): Promise<Position[]> => {
    sizes.push(limit);
    const first = 'at' in from ? from.at.id + 1 : 1;
    const length = Math.min(limit, devices - first + 1);
    return Promise.resolve(Array.from({ length }, (_, at) => ({ value: first + at, id: first + at })));
  };
  const asked: number[] = [];
  const among = (ids: readonly number[]) => {
    asked.push(ids.length);
    return Promise.resolve(new Set(ids.filter((id) => id % every === 0)));
  };
  const { hits, next } = await walk(among, read, START, { perPage, most, expected });
  return { ids: hits.map(({ id }) => id), next: next?.id ?? null, sizes, asked };
}

describe('a walk through an order', () => {
  it('reads one small batch when most devices are kept', async () => {
    const { ids, next, sizes } = await walked(1_000_000, 1, 50, 10_000);
    expect(ids).to.have.length(50);
    expect({ next, sizes }).to.deep.equal({ next: 50, sizes: [100] });
  });

  it('reads batches for the share that it has kept', async () => {
    const { ids, next, sizes } = await walked(1_000_000, 20, 50, 10_000);
    expect(ids.at(-1)).to.equal(1000);
    expect(next).to.equal(1000);
    expect(sizes.length).to.be.at.most(3);
    expect(Math.max(...sizes)).to.be.at.most(2000);
  });

  it('reads one batch for the share that it expects', async () => {
    const { ids, sizes } = await walked(1_000_000, 20, 50, 10_000, 0.05);
    expect(ids).to.have.length(50);
    expect(sizes).to.deep.equal([1326]);
  });

  it('asks of at most 1,000 devices at once which are kept', async () => {
    const { asked } = await walked(1_000_000, 20, 50, 10_000, 0.05);
    expect(asked).to.deep.equal([1000, 326]);
  });

  it('ends after the most devices that it may examine, with a next page', async () => {
    const { ids, next, sizes } = await walked(1_000_000, 900, 50, 2500);
    expect(ids).to.deep.equal([900, 1800]);
    expect(next).to.equal(2500);
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.equal(2500);
  });

  it('ends with the order, without a next page', async () => {
    const { ids, next } = await walked(450, 100, 50, 10_000);
    expect({ ids, next }).to.deep.equal({ ids: [100, 200, 300, 400], next: null });
  });
});
