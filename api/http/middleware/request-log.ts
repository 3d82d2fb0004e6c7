import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { withoutRedaction, type Log } from '../../../shared/platform/observability/logger.js';
import type { Metrics } from '../../../shared/platform/observability/metrics.js';
import type { ApiState } from '../state.js';

/** Gives every request an id, which also stands in its answer and its jobs, and one log line. The query is not logged: it may hold a token. */
export function requestLog(log: Log, metrics: Metrics): Middleware<ApiState> {
  const lines = withoutRedaction(log);
  return async (ctx, next) => {
    const started = performance.now();
    const given = ctx.get('X-Request-Id');
    ctx.state.requestId = /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    try {
      await next();
    } finally {
      const seconds = (performance.now() - started) / 1000;
      const operation = ctx.state.endpoint?.operation ?? 'none';
      metrics.requests.observe({ operation, method: ctx.method, status: ctx.status }, seconds);
      lines.info(
        {
          requestId: ctx.state.requestId,
          operation,
          method: ctx.method,
          path: ctx.path,
          status: ctx.status,
          ms: Math.round(seconds * 1000),
          user: ctx.state.caller?.userId,
        },
        'request',
      );
    }
  };
}
