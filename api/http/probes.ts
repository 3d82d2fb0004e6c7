import Router from '@koa/router';
import { succeedsInTime } from '../../shared/platform/observability/with-timeout.js';
import type { ApiDeps } from '../deps.js';
import { SITE } from '../paths.js';

/**
 * Liveness, readiness and metrics. An API is ready while it is not draining, its stores answer and every index exists.
 * Redis is asked for a key of the queue, so in a cluster the node that holds the queue must answer.
 */
export function probes({ env, mongo, redis, metrics, indexesReady, draining }: ApiDeps): Router {
  const router = new Router();
  router.get(SITE.live, (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get(SITE.ready, async (ctx) => {
    if (draining.aborted) {
      ctx.status = 503;
      ctx.body = { status: 'leaving' };
      return;
    }
    const [mongodb, queue, indexes] = await Promise.all([
      succeedsInTime(() => mongo.ping()),
      succeedsInTime(() => redis.exists(env.queuePrefix)),
      succeedsInTime(indexesReady),
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
