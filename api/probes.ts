import Router from '@koa/router';
import type { ApiDeps } from './deps.js';
import { SITE } from './paths.js';

const PROBE_MS = 2000;

/** Whether the process answers, whether its stores do, and its metrics. Redis away is no reason to stop sending requests here. */
export function probes({ mongo, redis, metrics }: ApiDeps): Router {
  const router = new Router();
  router.get(SITE.live, (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get(SITE.ready, async (ctx) => {
    const [mongodb, queue] = await Promise.all([answers(() => mongo.ping()), answers(() => redis.ping())]);
    ctx.status = mongodb && queue ? 200 : 503;
    ctx.body = { status: mongodb && queue ? 'ok' : 'unavailable', mongodb, redis: queue };
  });
  router.get(SITE.metrics, async (ctx) => {
    ctx.type = metrics.registry.contentType;
    ctx.body = await metrics.registry.metrics();
  });
  return router;
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, PROBE_MS);
  });
  const asked = ask().then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]).finally(() => {
    clearTimeout(timer);
  });
}
