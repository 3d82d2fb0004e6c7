import Router from '@koa/router';
import { answersInTime } from '../../shared/platform/observability/with-timeout.js';
import type { ApiDeps } from '../deps.js';
import { SITE } from '../paths.js';

/**
 * Whether the process answers; whether it stays, its stores answer and have every index; and its metrics. Redis is
 * asked for a key of the queue: of a cluster, the node that holds it must answer.
 */
export function probes({ env, mongo, redis, metrics, indexesReady, leaving }: ApiDeps): Router {
  const router = new Router();
  router.get(SITE.live, (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get(SITE.ready, async (ctx) => {
    if (leaving.aborted) {
      ctx.status = 503;
      ctx.body = { status: 'leaving' };
      return;
    }
    const [mongodb, queue, indexes] = await Promise.all([
      answersInTime(() => mongo.ping()),
      answersInTime(() => redis.exists(env.queuePrefix)),
      answersInTime(indexesReady),
    ]);
    const ready = mongodb && queue && indexes;
    ctx.status = ready ? 200 : 503;
    ctx.body = { status: ready ? 'ok' : 'unavailable', mongodb, redis: queue, indexes };
  });
  router.get(SITE.metrics, async (ctx) => {
    ctx.type = metrics.registry.contentType;
    ctx.body = await metrics.registry.metrics();
  });
  return router;
}
