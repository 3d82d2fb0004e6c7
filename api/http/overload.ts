import type { Middleware } from 'koa';
import type { Database } from '../../shared/composition/database.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { succeedsInTime } from '../../shared/platform/observability/with-timeout.js';
import type { ApiState } from './endpoint.js';
import { clientKey } from '../../shared/platform/values/client-key.js';

export interface LoadLimits {
  readonly requests: number;
  readonly requestsPerAddress: number;
  /** Total size of the bodies held in memory. */
  readonly bodyBytes: number;
}

/**
 * Refuses requests above the limits at once instead of answering all of them late. A request counts from when its body
 * has been read until its response is closed, so clients that read slowly count too.
 * @throws AppError overloaded
 */
export function shedLoad(limits: LoadLimits): Middleware<ApiState> {
  let requests = 0;
  let bodyBytes = 0;
  const byAddress = new Map<string, number>();
  return async (ctx, next) => {
    const bytes = ctx.state.body?.length ?? 0;
    const address = clientKey(ctx.ip);
    const ofAddress = byAddress.get(address) ?? 0;
    if (
      requests >= limits.requests ||
      ofAddress >= limits.requestsPerAddress ||
      bodyBytes + bytes > limits.bodyBytes
    )
      throw new AppError('overloaded');
    requests += 1;
    byAddress.set(address, ofAddress + 1);
    bodyBytes += bytes;
    const closed = new Promise((resolve) => ctx.res.once('close', resolve));
    try {
      await next();
    } finally {
      void closed.then(() => {
        requests -= 1;
        const others = (byAddress.get(address) ?? 1) - 1;
        if (others === 0) byAddress.delete(address);
        else byAddress.set(address, others);
        bodyBytes -= bytes;
      });
    }
  };
}

const CHECK_AFTER_MS = 3000;
const PING_TIMEOUT_MS = 1000;

/**
 * Fails a request within five seconds when the database hangs. A slow request goes on as long as the database answers
 * a ping. Concurrent checks share one ping.
 * @throws AppError storeUnreachable
 */
export function storeWatchdog(mongo: Database): Middleware {
  let ping: Promise<boolean> | undefined;
  const storeAnswers = (): Promise<boolean> =>
    (ping ??= succeedsInTime(() => mongo.ping(), PING_TIMEOUT_MS).finally(() => (ping = undefined)));
  return async (_ctx, next) => {
    let timer: NodeJS.Timeout | undefined;
    const hung = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        void storeAnswers().then((answers) => {
          if (!answers) reject(new AppError('storeUnreachable'));
        });
      }, CHECK_AFTER_MS);
    });
    try {
      await Promise.race([next(), hung]);
    } finally {
      clearTimeout(timer);
    }
  };
}
