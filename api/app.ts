import Router from '@koa/router';
import Koa from 'koa';
import { AppError } from '../shared/errors/app-error.js';
import type { ApiDeps } from './deps.js';
import type { Endpoint } from './endpoint.js';
import { ENDPOINTS } from './endpoints.js';
import { createRequestLimits } from './limits.js';
import { errors } from './middleware/errors.js';
import { losePatience } from './middleware/lose-patience.js';
import { requestLog } from './middleware/request-log.js';
import { securityHeaders } from './middleware/security-headers.js';
import { shedLoad } from './middleware/shed-load.js';
import { openApiRoutes } from './openapi/routes.js';
import { probes } from './probes.js';
import { serve } from './serve.js';
import type { ApiState } from './state.js';

/** The whole API as one Koa application: what happens to a request, readable from top to bottom. */
export function createApp(deps: ApiDeps): Koa<ApiState> {
  const app = new Koa<ApiState>();
  app.keys = [deps.env.sessionSecret];
  app.proxy = deps.env.trustProxy;
  app.silent = true;

  app.use(requestLog(deps.log, deps.metrics));
  app.use(securityHeaders());
  app.use(errors());
  app.use(probes(deps).routes());
  app.use(openApiRoutes(ENDPOINTS).routes());
  app.use(shedLoad(deps.env.maxInFlight));
  app.use(losePatience(deps.mongo));
  const api = operations(deps, ENDPOINTS);
  app.use(api.routes());
  app.use(unknown(api));
  return app;
}

function operations(deps: ApiDeps, endpoints: readonly Endpoint[]): Router<ApiState> {
  const router = new Router<ApiState>();
  const limits = createRequestLimits(deps.redis, deps.env.rateLimitPerMinute);
  for (const endpoint of endpoints) {
    const served = serve(deps, endpoint, limits);
    for (const [method, path] of endpoint.routes) router.register(path, [method], served);
  }
  return router;
}

/** Nothing took the request: the path is unknown, or it does not take this method. */
function unknown(router: Router<ApiState>): Koa.Middleware<ApiState> {
  return (ctx) => {
    const methods = new Set(router.match(ctx.path, '').path.flatMap((layer) => layer.methods));
    if (methods.size === 0) throw new AppError('pathNotFound');
    ctx.set('Allow', [...methods].join(', '));
    throw new AppError('methodNotAllowed');
  };
}
