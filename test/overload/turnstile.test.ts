import { expect } from 'chai';
import { createTurnstile } from '../../api/turnstile.js';
import { eventually } from '../support/eventually.js';
import { AppError } from '../../shared/errors/app-error.js';

/** Work that ends when it is told to. */
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

describe('turnstile', () => {
  it('lets so much run at once, and the first in line when one ends', async () => {
    const turnstile = createTurnstile({ atOnce: 1, waitMs: 60_000 });
    const [first, second, third] = [work(), work(), work()];
    const answers = [turnstile(first.run), turnstile(second.run), turnstile(third.run)];
    await eventually('the first runs', first.begun);
    expect([first, second, third].map(({ begun }) => begun())).to.deep.equal([true, false, false]);
    first.end('1');
    expect(await answers[0]).to.equal('1');
    expect([second, third].map(({ begun }) => begun())).to.deep.equal([true, false]);
    second.end('2');
    third.end('3');
    expect(await Promise.all(answers)).to.deep.equal(['1', '2', '3']);
  });

  it('refuses what has waited too long, never begins it, and has its place free again', async () => {
    const turnstile = createTurnstile({ atOnce: 1, waitMs: 20 });
    const [first, late, next] = [work(), work(), work()];
    const running = turnstile(first.run);
    expect(await refusal(turnstile(late.run))).to.equal('overloaded');
    first.end('1');
    await running;
    expect(late.begun()).to.equal(false);
    next.end('2');
    expect(await turnstile(next.run)).to.equal('2');
  });

  it('lets the next in after work that fails', async () => {
    const turnstile = createTurnstile({ atOnce: 1, waitMs: 60_000 });
    const failed = turnstile(() => Promise.reject(new Error('broken')));
    const next = turnstile(() => Promise.resolve('2'));
    expect(await failed.catch((error: unknown) => (error as Error).message)).to.equal('broken');
    expect(await next).to.equal('2');
  });
});
