import { expect } from 'chai';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { splitOnConflict } from '../../shared/platform/mongo/split-on-conflict.js';

describe('splitOnConflict', () => {
  it('runs all items at once without a conflict', async () => {
    const sizes: number[] = [];
    const result = await splitOnConflict([1, 2, 3], (items) => {
      sizes.push(items.length);
      return Promise.resolve(items.map((item) => item * 10));
    });
    expect(result).to.deep.equal([10, 20, 30]);
    expect(sizes).to.deep.equal([3]);
  });

  it('halves conflicting items, keeps the order, and does not limit the attempts of single items', async () => {
    const calls: [number, number][] = [];
    const result = await splitOnConflict([1, 2, 3, 4, 5], (items, maxAttempts) => {
      calls.push([items.length, maxAttempts]);
      return items.length > 2 ? Promise.reject(new AppError('overloaded')) : Promise.resolve([...items]);
    });
    expect(result).to.deep.equal([1, 2, 3, 4, 5]);
    expect(calls).to.deep.equal([
      [5, 3],
      [3, 3],
      [2, 3],
      [1, Infinity],
      [2, 3],
    ]);
  });

  for (const [what, error, size] of [
    ['any other error', new AppError('forbidden'), 4],
    ['a single item that collides for too long', new AppError('overloaded'), 1],
  ] as const) {
    it(`rethrows ${what}`, async () => {
      const items = Array.from({ length: size }, (_, index) => index);
      const thrown: unknown = await splitOnConflict(items, () => Promise.reject(error)).catch(
        (e: unknown) => e,
      );
      expect(thrown).to.equal(error);
    });
  }
});
