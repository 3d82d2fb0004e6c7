import Router from '@koa/router';
import { answersInTime } from '../shared/observability/answers-in-time.js';
import type { ApiDeps } from './deps.js';
import { SITE } from './paths.js';

/** Whether the process answers, whether its stores do, and its metrics. Redis away is no reason to stop sending requests here. */
export function probes({ mongo, redis, metrics }: ApiDeps): Router {
  const router = new Router();
  router.get(SITE.live, (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get(SITE.ready, async (ctx) => {
    const [mongodb, queue] = await Promise.all([
      answersInTime(() => mongo.ping()),
      answersInTime(() => redis.ping()),
    ]);
    ctx.status = mongodb && queue ? 200 : 503;
    ctx.body = { status: mongodb && queue ? 'ok' : 'unavailable', mongodb, redis: queue };
  });
  router.get(SITE.metrics, async (ctx) => {
    ctx.type = metrics.registry.contentType;
    ctx.body = await metrics.registry.metrics();
  });
  return router;
}
