import { expect } from 'chai';
import { takeTurns } from '../../../shared/platform/take-turns.js';

const item = (organisationId: number, id: number) => ({ organisationId, id });
const ENOUGH = { maxRunning: 1, budgetMs: 60_000 };

/** The items in the order of their turns; each takes as many as its row says, one unless given. */
async function order(
  items: readonly ReturnType<typeof item>[],
  limits = ENOUGH,
  slices: Readonly<Record<number, number>> = {},
): Promise<number[]> {
  const turns: number[] = [];
  await takeTurns(items, limits, ({ id }) => {
    turns.push(id);
    return Promise.resolve(turns.filter((each) => each === id).length >= (slices[id] ?? 1));
  });
  return turns;
}

describe('turns of organisations', () => {
  it('alternate between organisations, however many items one has', async () => {
    const items = [item(1, 1), item(1, 2), item(1, 3), item(2, 4), item(3, 5)];
    expect(await order(items)).to.deep.equal([1, 4, 5, 2, 3]);
  });

  it('come to an unfinished item again after the other items of its organisation', async () => {
    const items = [item(1, 1), item(1, 2), item(2, 3)];
    expect(await order(items, ENOUGH, { 1: 3, 3: 2 })).to.deep.equal([1, 3, 2, 3, 1, 1]);
  });

  it('begin one item per organisation at a time', async () => {
    const running = new Map<number, number>();
    let most = 0;
    await takeTurns(
      [item(1, 1), item(1, 2), item(2, 3), item(2, 4)],
      { ...ENOUGH, maxRunning: 4 },
      async ({ organisationId }) => {
        const count = (running.get(organisationId) ?? 0) + 1;
        running.set(organisationId, count);
        most = Math.max(most, count);
        await new Promise((resolve) => setImmediate(resolve));
        running.set(organisationId, count - 1);
        return true;
      },
    );
    expect(most).to.equal(1);
  });

  it('do not begin when the budget is spent', async () => {
    expect(await order([item(1, 1), item(2, 2)], { ...ENOUGH, budgetMs: 0 })).to.deep.equal([]);
  });
});
