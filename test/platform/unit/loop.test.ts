import { expect } from 'chai';
import { each, type LoopDeps } from '../../../shared/platform/loop.js';

const item = (organisationId: number, id: number) => ({ organisationId, id });
/** A loop without a lease uses no store. */
const DEPS = { log: { error: () => undefined } } as unknown as LoopDeps;

describe('a pass of a loop', () => {
  it('lets organisations take turns, however much of one is due', async () => {
    const due = [item(1, 1), item(1, 2), item(1, 3), item(2, 4), item(3, 5)];
    const order: number[] = [];
    const work = each(
      () => Promise.resolve(due),
      ({ id }) => id,
      async (_deps, { id }) => {
        await new Promise((resolve) => setImmediate(resolve));
        order.push(id);
        return id === 5;
      },
    );
    expect(await work(DEPS, 'test', { lease: null })).to.deep.equal({ worked: 5, isMore: true });
    expect(order.slice(0, 4)).to.include.members([1, 4, 5]);
  });

  it('goes on after a part that fails, and pauses then', async () => {
    const work = each(
      () => Promise.resolve([item(1, 1), item(2, 2)]),
      ({ id }) => id,
      (_deps, { id }) => (id === 1 ? Promise.reject(new Error('no')) : Promise.resolve(true)),
    );
    expect(await work(DEPS, 'test', { lease: null })).to.deep.equal({ worked: 1, isMore: false });
  });
});
