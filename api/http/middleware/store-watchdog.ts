import type { Middleware } from 'koa';
import type { Database } from '../../../shared/composition/database.js';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import { answersInTime } from '../../../shared/platform/observability/with-timeout.js';

const LOOK_AFTER_MS = 3000;
const PING_MS = 1000;

/**
 * Answers within five seconds when the database hangs. A long request is left alone as long as the database
 * answers: a slow answer is better than none. Requests that look at the same time share one ping.
 * @throws AppError storeUnreachable
 */
export function losePatience(mongo: Database): Middleware {
  let ping: Promise<boolean> | undefined;
  const isAlive = (): Promise<boolean> =>
    (ping ??= answersInTime(() => mongo.ping(), PING_MS).finally(() => (ping = undefined)));
  return async (_ctx, next) => {
    let timer: NodeJS.Timeout | undefined;
    const lost = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        void isAlive().then((alive) => {
          if (!alive) reject(new AppError('storeUnreachable'));
        });
      }, LOOK_AFTER_MS);
    });
    try {
      await Promise.race([next(), lost]);
    } finally {
      clearTimeout(timer);
    }
  };
}
