import type { Middleware } from 'koa';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import type { ApiState } from '../state.js';

export interface MostLoad {
  readonly requests: number;
  /** Of one address. */
  readonly perAddress: number;
  /** Of all bodies together, as far as they may be held in memory. */
  readonly bodyBytes: number;
}

/**
 * Past so many requests or bytes of bodies at once an answer is a fast refusal instead of a slow time-out. A request
 * counts from when its body is complete until its answer has left, so that clients that read slowly are counted too,
 * and of one address only a share is taken.
 * @throws AppError overloaded
 */
export function shedLoad(most: MostLoad): Middleware<ApiState> {
  let requests = 0;
  let bodyBytes = 0;
  const byAddress = new Map<string, number>();
  return async (ctx, next) => {
    const bytes = ctx.state.body?.length ?? 0;
    const { ip } = ctx;
    const mine = byAddress.get(ip) ?? 0;
    if (requests >= most.requests || mine >= most.perAddress || bodyBytes + bytes > most.bodyBytes)
      throw new AppError('overloaded');
    requests += 1;
    byAddress.set(ip, mine + 1);
    bodyBytes += bytes;
    const left = new Promise((resolve) => ctx.res.once('close', resolve));
    try {
      await next();
    } finally {
      void left.then(() => {
        requests -= 1;
        const others = (byAddress.get(ip) ?? 1) - 1;
        if (others === 0) byAddress.delete(ip);
        else byAddress.set(ip, others);
        bodyBytes -= bytes;
      });
    }
  };
}
