import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { batchesOf, forEachConcurrently } from '../../../shared/platform/mongo/batches.js';

describe('batchesOf', () => {
  it('keeps the order and fills every batch but the last', () => {
    expect(batchesOf([1, 2, 3, 4, 5], 2)).to.deep.equal([[1, 2], [3, 4], [5]]);
    expect(batchesOf([1, 2], 2)).to.deep.equal([[1, 2]]);
  });

  it('returns no batch for no items, and batches of 1,000 by default', () => {
    expect(batchesOf([])).to.deep.equal([]);
    expect(batchesOf(Array.from({ length: 2001 })).map((batch) => batch.length)).to.deep.equal([
      1000, 1000, 1,
    ]);
  });
});

async function* upTo(count: number, asked: number[] = []): AsyncGenerator<number, void> {
  for (let item = 1; item <= count; item += 1) {
    await turn();
    asked.push(item);
    yield item;
  }
}

describe('forEachConcurrently', () => {
  it('processes every item within the concurrency limit', async () => {
    const done: number[] = [];
    let [open, most] = [0, 0];
    await forEachConcurrently(upTo(7), 2, async (item) => {
      open += 1;
      most = Math.max(most, open);
      // Later ones are faster, so that they overtake.
      for (let turns = 0; turns < 10 - item; turns += 1) await turn();
      open -= 1;
      done.push(item);
    });
    expect(done.sort()).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
    expect(most).to.equal(2);
  });

  it('throws the first failure after running work has ended, and starts nothing after it', async () => {
    const asked: number[] = [];
    const over: number[] = [];
    const work = async (item: number): Promise<void> => {
      await turn();
      if (item === 2) throw new Error('the second fails');
      for (let turns = 0; turns < 5; turns += 1) await turn();
      over.push(item);
    };
    const failed = await forEachConcurrently(upTo(9, asked), 2, work).then(
      () => 'no failure',
      (error: unknown) => (error as Error).message,
    );
    expect(failed).to.equal('the second fails');
    expect(over).to.deep.equal([1]);
    expect(asked).to.deep.equal([1, 2]);
  });

  it('throws a failure that occurs while it waits for the next item', async () => {
    const asked: number[] = [];
    const failed = await forEachConcurrently(upTo(3, asked), 5, async (item) => {
      await Promise.resolve();
      if (item === 1) throw new Error('the first fails');
    }).catch((error: unknown) => (error as Error).message);
    expect([failed, asked]).to.deep.equal(['the first fails', [1, 2]]);
  });

  it('throws the failure of the iterable', async () => {
    async function* broken(): AsyncGenerator<number, void> {
      yield 1;
      await turn();
      throw new Error('nothing more comes');
    }
    const done: number[] = [];
    const failed = await forEachConcurrently(broken(), 2, async (item) => {
      await turn();
      await turn();
      done.push(item);
    }).catch((error: unknown) => (error as Error).message);
    expect([failed, done]).to.deep.equal(['nothing more comes', [1]]);
  });
});
