import { expect } from 'chai';
import { FairQueue, type FairQueueLimits } from '../../api/http/fair-queue.js';
import { eventually } from '../fixtures/eventually.js';
import { AppError } from '../../shared/platform/errors/app-error.js';

/** Work that ends on demand. */
function work(): { run: () => Promise<string>; end: (result: string) => void; begun: () => boolean } {
  let end: (result: string) => void = () => undefined;
  let begun = false;
  const result = new Promise<string>((resolve) => (end = resolve));
  return {
    run: () => {
      begun = true;
      return result;
    },
    end: (text) => {
      end(text);
    },
    begun: () => begun,
  };
}

const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'let in',
    (error: unknown) => (error instanceof AppError ? error.refusal : error),
  );

const queue = (limits: Partial<FairQueueLimits> = {}): FairQueue<string> =>
  new FairQueue({ atOnce: 2, share: 1, waiting: 100, waitMs: 60_000, ...limits });

describe('fair queue', () => {
  it('runs a share of each key at once, and the first waiting work of a key when earlier work ends', async () => {
    const places = queue();
    const [first, second, other] = [work(), work(), work()];
    const answers = [places.run('a', first.run), places.run('a', second.run), places.run('b', other.run)];
    await eventually('the first of each key runs', () => first.begun() && other.begun());
    expect(second.begun()).to.equal(false);
    first.end('1');
    await eventually('the second runs', second.begun);
    second.end('2');
    other.end('3');
    expect(await Promise.all(answers)).to.deep.equal(['1', '2', '3']);
  });

  it('gives places to keys in turn, however much work of one key waits', async () => {
    const places = queue({ atOnce: 1 });
    const order: string[] = [];
    const note = (name: string) => () => {
      order.push(name);
      return Promise.resolve();
    };
    const holder = work();
    const held = places.run('x', holder.run);
    const waiting = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) =>
      places.run(name.charAt(0), note(name)),
    );
    holder.end('');
    await Promise.all([held, ...waiting]);
    expect(order).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('refuses work that has waited too long, never begins it, and frees its place', async () => {
    const places = queue({ waitMs: 20 });
    const [first, late, next] = [work(), work(), work()];
    const running = places.run('a', first.run);
    expect(await refusal(places.run('a', late.run))).to.equal('overloaded');
    first.end('1');
    await running;
    expect(late.begun()).to.equal(false);
    next.end('2');
    expect(await places.run('a', next.run)).to.equal('2');
  });

  it('refuses work at once when too much of its key waits, and lets other keys wait', async () => {
    const places = queue({ atOnce: 1, waiting: 1 });
    const [first, second, other] = [work(), work(), work()];
    const answers = [places.run('a', first.run), places.run('a', second.run), places.run('b', other.run)];
    expect(await refusal(places.run('a', work().run))).to.equal('overloaded');
    for (const { end } of [first, second, other]) end('done');
    expect(await Promise.all(answers)).to.deep.equal(['done', 'done', 'done']);
  });

  it('runs the next work after work that fails', async () => {
    const places = queue();
    const failed = places.run('a', () => Promise.reject(new Error('broken')));
    const next = places.run('a', () => Promise.resolve('2'));
    expect(await failed.catch((error: unknown) => (error as Error).message)).to.equal('broken');
    expect(await next).to.equal('2');
  });

  it('lets others run while work waits outside, which then goes on before work that has not begun', async () => {
    const places = queue({ atOnce: 1 });
    const [waits, other, last] = [work(), work(), work()];
    const order: string[] = [];
    const outside = places.run('a', async () => {
      await places.outside('a', waits.run);
      order.push('outside');
    });
    const others = [places.run('a', other.run), places.run('a', last.run).then(() => order.push('last'))];
    await eventually('the other work runs', other.begun);
    waits.end('');
    last.end('');
    expect(order).to.deep.equal([]);
    other.end('');
    await Promise.all([outside, ...others]);
    expect(order).to.deep.equal(['outside', 'last']);
  });

  it('gives a free place without waiting until it is returned, and none past the share', async () => {
    const places = queue();
    const release = places.takeFree('a');
    expect(release).to.not.equal(null);
    expect(places.takeFree('a')).to.equal(null);
    expect(places.takeFree('b')).to.not.equal(null);
    expect(places.takeFree('c')).to.equal(null);
    const waiting = places.run('a', () => Promise.resolve('run'));
    release?.();
    release?.();
    expect(await waiting).to.equal('run');
    expect(places.takeFree('a')).to.not.equal(null);
    expect(places.takeFree('a')).to.equal(null);
  });
});
