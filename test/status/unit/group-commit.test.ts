import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { GroupCommit } from '../../../shared/status/operations/group-commit.js';
import { HeldTimers } from '../../fixtures/held-timers.js';

const DELAY_MS = 3_600_000;

describe('group commit with a delay', () => {
  let timers: HeldTimers;
  let now: number;
  let group: GroupCommit<string, string>;
  let batches: string[][];
  beforeEach(() => {
    timers = new HeldTimers(DELAY_MS);
    now = 0;
    batches = [];
    group = new GroupCommit(
      (items) => {
        batches.push([...items]);
        return Promise.resolve(items);
      },
      {
        maxPerBatch: 100,
        maxBatches: 2,
        maxWaiting: 100,
        delay: { ms: DELAY_MS, enough: 3 },
        now: () => now,
      },
    );
  });
  afterEach(() => {
    timers.restore();
  });

  /** Lets the group look at what was added. */
  async function turns(): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  }

  it('starts the first item at once, and the next ones when they are enough', async () => {
    await group.add(null, 'a');
    const b = group.add(null, 'b');
    await turns();
    const c = group.add(null, 'c');
    await turns();
    expect(batches).to.deep.equal([['a']]);
    await Promise.all([b, c, group.add(null, 'd')]);
    expect(batches).to.deep.equal([['a'], ['b', 'c', 'd']]);
    expect(timers.waiting).to.equal(0);
  });

  it('starts fewer items together when the delay since the last batch is over', async () => {
    await group.add(null, 'a');
    const b = group.add(null, 'b');
    await turns();
    const c = group.add(null, 'c');
    await turns();
    expect(timers.set).to.deep.equal([DELAY_MS]);
    now = DELAY_MS;
    timers.end(DELAY_MS);
    await Promise.all([b, c]);
    expect(batches).to.deep.equal([['a'], ['b', 'c']]);
  });

  it('starts an item at once when the last batch began longer ago than the delay', async () => {
    await group.add(null, 'a');
    now = DELAY_MS;
    await group.add(null, 'b');
    expect(batches).to.deep.equal([['a'], ['b']]);
    expect(timers.set).to.deep.equal([]);
  });
});
