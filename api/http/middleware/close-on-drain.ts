import type { Middleware } from 'koa';

/** While the process is about to end every answer ends its connection, so that none is used when it is gone. */
export function sayGoodbye(leaving: AbortSignal): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      if (leaving.aborted) ctx.set('Connection', 'close');
    }
  };
}
