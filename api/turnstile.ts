import { AppError } from '../shared/errors/app-error.js';

/** Lets work in. @throws AppError overloaded when it had to wait for too long */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets so much work run at once; more waits in line, and is refused when its turn has not come in time: a refusal
 * that comes soon is worth more than an answer for which nobody waits any longer.
 */
export function createTurnstile(most: { readonly atOnce: number; readonly waitMs: number }): Turnstile {
  const line = new Set<() => void>();
  let running = 0;

  function turn(): Promise<void> {
    if (running < most.atOnce) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.delete(enter);
        reject(new AppError('overloaded'));
      }, most.waitMs);
      line.add(enter);
    });
  }

  /** Whoever is first in line takes the place of who leaves. */
  function leave(): void {
    const [next] = line;
    if (next === undefined) running -= 1;
    else {
      line.delete(next);
      next();
    }
  }

  return async (work) => {
    await turn();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
