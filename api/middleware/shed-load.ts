import type { Context, Middleware } from 'koa';
import { AppError } from '../../shared/errors/app-error.js';
import { BODY_LIMIT_BYTES } from '../request-body.js';

export interface MostLoad {
  readonly requests: number;
  /** Of all bodies together, as far as they may be held in memory. */
  readonly bodyBytes: number;
}

/**
 * Past so many requests or bytes of bodies at once an answer is a fast refusal instead of a slow time-out. A request
 * counts until its work is done and its answer has left, so that clients who send or read slowly are counted too.
 * @throws AppError overloaded
 */
export function shedLoad(most: MostLoad): Middleware {
  let requests = 0;
  let bodyBytes = 0;
  return async (ctx, next) => {
    const bytes = announcedBytes(ctx);
    if (requests >= most.requests || bodyBytes + bytes > most.bodyBytes) throw new AppError('overloaded');
    requests += 1;
    bodyBytes += bytes;
    const left = new Promise((resolve) => ctx.res.once('close', resolve));
    try {
      await next();
    } finally {
      void left.then(() => {
        requests -= 1;
        bodyBytes -= bytes;
      });
    }
  };
}

/** What the body may take up; one that does not say how long it is counts as the longest. */
function announcedBytes({ req }: Context): number {
  if (req.headers['transfer-encoding'] !== undefined) return BODY_LIMIT_BYTES;
  return Math.min(Number(req.headers['content-length'] ?? 0), BODY_LIMIT_BYTES);
}
