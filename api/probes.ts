import Router from '@koa/router';
import { answersInTime } from '../shared/observability/answers-in-time.js';
import type { ApiDeps } from './deps.js';
import { SITE } from './paths.js';

/** Whether the process answers, whether its stores do and have every index, and its metrics. */
export function probes({ mongo, redis, metrics, indexesReady }: ApiDeps): Router {
  const router = new Router();
  router.get(SITE.live, (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get(SITE.ready, async (ctx) => {
    const [mongodb, queue, indexes] = await Promise.all([
      answersInTime(() => mongo.ping()),
      answersInTime(() => redis.ping()),
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
