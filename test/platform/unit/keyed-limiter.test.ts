import { expect } from 'chai';
import { KeyedLimiter, type KeyedLimits } from '../../../shared/platform/keyed-limiter.js';
import { eventually } from '../../fixtures/eventually.js';
import { HeldTimers } from '../../fixtures/held-timers.js';
import { AppError } from '../../../shared/platform/errors/app-error.js';

/** Work that ends when the test says so. */
function work(): { run: () => Promise<string>; end: (result: string) => void; started: () => boolean } {
  let end: (result: string) => void = () => undefined;
  let started = false;
  const result = new Promise<string>((resolve) => (end = resolve));
  return {
    run: () => {
      started = true;
      return result;
    },
    end: (text) => {
      end(text);
    },
    started: () => started,
  };
}

const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof AppError ? error.refusal : error),
  );

const queue = (limits: Partial<KeyedLimits> = {}): KeyedLimiter<string> =>
  new KeyedLimiter({ maxRunning: 2, maxRunningPerKey: 1, maxWaitingPerKey: 100, waitMs: 60_000, ...limits });

describe('KeyedLimiter', () => {
  it('runs work of each key up to its limit, and waiting work in order as earlier work ends', async () => {
    const permits = queue();
    const [first, second, other] = [work(), work(), work()];
    const answers = [permits.run('a', first.run), permits.run('a', second.run), permits.run('b', other.run)];
    await eventually('the first of each key runs', () => first.started() && other.started());
    expect(second.started()).to.equal(false);
    first.end('1');
    await eventually('the second runs', second.started);
    second.end('2');
    other.end('3');
    expect(await Promise.all(answers)).to.deep.equal(['1', '2', '3']);
  });

  it('assigns permits to keys in turn, however much work of one key waits', async () => {
    const permits = queue({ maxRunning: 1 });
    const order: string[] = [];
    const note = (name: string) => () => {
      order.push(name);
      return Promise.resolve();
    };
    const holder = work();
    const held = permits.run('x', holder.run);
    const waiting = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) =>
      permits.run(name.charAt(0), note(name)),
    );
    holder.end('');
    await Promise.all([held, ...waiting]);
    expect(order).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('refuses work after waitMs without starting it', async () => {
    const timers = new HeldTimers(60_000);
    const permits = queue();
    const [first, late, next] = [work(), work(), work()];
    const running = permits.run('a', first.run);
    const refused = refusal(permits.run('a', late.run));
    expect(timers.set).to.deep.equal([60_000]);
    timers.end(60_000);
    timers.restore();
    expect(await refused).to.equal('overloaded');
    first.end('1');
    await running;
    expect(late.started()).to.equal(false);
    next.end('2');
    expect(await permits.run('a', next.run)).to.equal('2');
  });

  it('refuses work at once when too much of its key waits, and queues work of other keys', async () => {
    const permits = queue({ maxRunning: 1, maxWaitingPerKey: 1 });
    const [first, second, other] = [work(), work(), work()];
    const answers = [permits.run('a', first.run), permits.run('a', second.run), permits.run('b', other.run)];
    expect(await refusal(permits.run('a', work().run))).to.equal('overloaded');
    for (const { end } of [first, second, other]) end('done');
    expect(await Promise.all(answers)).to.deep.equal(['done', 'done', 'done']);
  });

  it('runs the next work after work that fails', async () => {
    const permits = queue();
    const failed = permits.run('a', () => Promise.reject(new Error('broken')));
    const next = permits.run('a', () => Promise.resolve('2'));
    expect(await failed.catch((error: unknown) => (error as Error).message)).to.equal('broken');
    expect(await next).to.equal('2');
  });

  it('runs other work while work waits outside its permit, and resumes ahead of waiting work', async () => {
    const permits = queue({ maxRunning: 1 });
    const [waits, other, last] = [work(), work(), work()];
    const order: string[] = [];
    const resumed = permits.run('a', async () => {
      await permits.waitOutside('a', waits.run);
      order.push('resumed');
    });
    const others = [permits.run('a', other.run), permits.run('a', last.run).then(() => order.push('last'))];
    await eventually('the other work runs', other.started);
    waits.end('');
    last.end('');
    expect(order).to.deep.equal([]);
    other.end('');
    await Promise.all([resumed, ...others]);
    expect(order).to.deep.equal(['resumed', 'last']);
  });

  it('acquires a free permit without waiting, none above the limit of the key, and one again after a release', async () => {
    const permits = queue();
    const release = permits.tryAcquire('a');
    expect(release).to.not.equal(null);
    expect(permits.tryAcquire('a')).to.equal(null);
    expect(permits.tryAcquire('b')).to.not.equal(null);
    expect(permits.tryAcquire('c')).to.equal(null);
    const waiting = permits.run('a', () => Promise.resolve('run'));
    release?.();
    release?.();
    expect(await waiting).to.equal('run');
    expect(permits.tryAcquire('a')).to.not.equal(null);
    expect(permits.tryAcquire('a')).to.equal(null);
  });
});
