import { expect } from 'chai';
import { KeyedMutex } from '../../shared/platform/mongo/keyed-mutex.js';
import { AppError } from '../../shared/platform/errors/app-error.js';

/** Work that ends when the test says so. */
function held(): { work: () => Promise<string>; end: () => void; began: boolean } {
  let end = (): void => undefined;
  const over = new Promise<string>((resolve) => {
    end = () => {
      resolve('done');
    };
  });
  const state = {
    began: false,
    end: () => {
      end();
    },
    work: () => {
      state.began = true;
      return over;
    },
  };
  return state;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('KeyedMutex', () => {
  it('runs work of one key sequentially, first come first served, and returns its results', async () => {
    const turns = new KeyedMutex(10_000);
    const [first, second, third] = [held(), held(), held()];
    const all = [first, second, third].map((each) => turns.runExclusive(1, each.work));
    await settled();
    expect([first.began, second.began, third.began]).to.deep.equal([true, false, false]);
    first.end();
    await all[0];
    await settled();
    expect([second.began, third.began]).to.deep.equal([true, false]);
    second.end();
    third.end();
    expect(await Promise.all(all)).to.deep.equal(['done', 'done', 'done']);
  });

  it('runs work of different keys concurrently', async () => {
    const turns = new KeyedMutex(10_000);
    const [one, two] = [held(), held()];
    const both = [turns.runExclusive(1, one.work), turns.runExclusive(2, two.work)];
    await settled();
    expect([one.began, two.began]).to.deep.equal([true, true]);
    one.end();
    two.end();
    await Promise.all(both);
  });

  it('runs the next work after a failure', async () => {
    const turns = new KeyedMutex(10_000);
    const failed = turns.runExclusive(1, () => Promise.reject(new Error('no')));
    const next = turns.runExclusive(1, () => Promise.resolve('next'));
    expect(await failed.catch((error: unknown) => (error as Error).message)).to.equal('no');
    expect(await next).to.equal('next');
  });

  it('refuses work as overloaded on a timeout without starting it, and still runs later work', async () => {
    const turns = new KeyedMutex(20);
    const long = held();
    const first = turns.runExclusive(1, long.work);
    const impatient = held();
    const refused: unknown = await turns.runExclusive(1, impatient.work).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(AppError).and.include({ refusal: 'overloaded' });
    const behind = turns.runExclusive(1, () => Promise.resolve('behind'));
    long.end();
    expect(await Promise.all([first, behind])).to.deep.equal(['done', 'behind']);
    expect(impatient.began).to.equal(false);
  });
});
