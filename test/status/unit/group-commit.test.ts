import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { GroupCommit, type GroupDelay } from '../../../shared/status/operations/group-commit.js';

const HOUR_MS = 3_600_000;

describe('group commit with a delay', () => {
  function recorded(delay: GroupDelay): { group: GroupCommit<string, string>; batches: string[][] } {
    const batches: string[][] = [];
    const group = new GroupCommit<string, string>(
      (items) => {
        batches.push([...items]);
        return Promise.resolve(items);
      },
      { maxPerBatch: 100, maxBatches: 2, maxWaiting: 100, delay },
    );
    return { group, batches };
  }

  it('starts the first item at once, and the next ones when they are enough', async () => {
    const { group, batches } = recorded({ ms: HOUR_MS, enough: 3 });
    await group.add(null, 'a');
    const b = group.add(null, 'b');
    await setImmediate();
    const c = group.add(null, 'c');
    await setTimeout(5);
    expect(batches).to.deep.equal([['a']]);
    await Promise.all([b, c, group.add(null, 'd')]);
    expect(batches).to.deep.equal([['a'], ['b', 'c', 'd']]);
  });

  it('starts fewer items together when the delay since the last batch is over', async () => {
    const { group, batches } = recorded({ ms: 500, enough: 3 });
    await group.add(null, 'a');
    const b = group.add(null, 'b');
    await setImmediate();
    await Promise.all([b, group.add(null, 'c')]);
    expect(batches).to.deep.equal([['a'], ['b', 'c']]);
  });

  it('starts an item at once when the last batch began longer ago than the delay', async () => {
    const { group, batches } = recorded({ ms: 20, enough: 3 });
    await group.add(null, 'a');
    await setTimeout(30);
    const added = group.add(null, 'b');
    await setImmediate();
    await setImmediate();
    expect(batches).to.deep.equal([['a'], ['b']]);
    await added;
  });
});
