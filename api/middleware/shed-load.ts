import type { Middleware } from 'koa';
import { AppError } from '../../shared/errors/app-error.js';

/**
 * Past so many requests at once an answer is a fast refusal instead of a slow time-out.
 * @throws AppError overloaded
 */
export function shedLoad(most: number): Middleware {
  let inFlight = 0;
  return async (_ctx, next) => {
    if (inFlight >= most) throw new AppError('overloaded');
    inFlight += 1;
    try {
      await next();
    } finally {
      inFlight -= 1;
    }
  };
}
