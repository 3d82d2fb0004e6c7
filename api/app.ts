import Router from '@koa/router';
import Koa from 'koa';
import { AppError } from '../shared/errors/app-error.js';
import { board } from './board.js';
import type { ApiDeps } from './deps.js';
import type { Endpoint } from './endpoint.js';
import { ENDPOINTS } from './endpoints.js';
import { createRequestLimits, type RequestLimits } from './limits.js';
import { errors } from './middleware/errors.js';
import { losePatience } from './middleware/lose-patience.js';
import { requestLog } from './middleware/request-log.js';
import { sayGoodbye } from './middleware/say-goodbye.js';
import { securityHeaders } from './middleware/security-headers.js';
import { shedLoad } from './middleware/shed-load.js';
import { openApiRoutes } from './openapi/routes.js';
import { site } from './pages/site.js';
import { probes } from './probes.js';
import { BODY_LIMIT_BYTES } from './request-body.js';
import { serve } from './serve.js';
import type { ApiState } from './state.js';

/** As much as 64 of the longest bodies. */
const MOST_BODY_BYTES = 64 * BODY_LIMIT_BYTES;

/** The whole API as one Koa application: what happens to a request, readable from top to bottom. */
export function createApp(deps: ApiDeps): Koa<ApiState> {
  const app = new Koa<ApiState>();
  app.keys = [...deps.env.sessionSecrets];
  app.proxy = deps.env.trustProxy;
  app.silent = true;

  app.use(requestLog(deps.log, deps.metrics));
  app.use(sayGoodbye(deps.leaving));
  app.use(securityHeaders());
  app.use(errors(deps.log));
  app.use(probes(deps).routes());
  app.use(openApiRoutes(ENDPOINTS).routes());
  app.use(shedLoad({ requests: deps.env.maxInFlight, bodyBytes: MOST_BODY_BYTES }));
  app.use(losePatience(deps.mongo));
  const limits = createRequestLimits(deps.redis, deps.env);
  // First what comes most: every router looks through all of its paths.
  const heartbeats = operations(deps, ENDPOINTS.filter(isOfDevices), limits);
  app.use(heartbeats.routes());
  const pages = site(deps, limits);
  app.use(pages.routes());
  for (const mounted of board(deps, limits)) app.use(mounted);
  const api = operations(
    deps,
    ENDPOINTS.filter((endpoint) => !isOfDevices(endpoint)),
    limits,
  );
  app.use(api.routes());
  app.use(unknown([heartbeats, pages, api]));
  return app;
}

function isOfDevices({ access }: Endpoint): boolean {
  return access === 'device';
}

function operations(deps: ApiDeps, endpoints: readonly Endpoint[], limits: RequestLimits): Router<ApiState> {
  const router = new Router<ApiState>();
  for (const endpoint of endpoints) {
    const served = serve(deps, endpoint, limits);
    for (const [method, path] of endpoint.routes) router.register(path, [method], served);
  }
  return router;
}

/** Nothing took the request: the path is unknown, or it does not take this method. */
function unknown(routers: readonly Router<ApiState>[]): Koa.Middleware<ApiState> {
  return (ctx) => {
    const layers = routers.flatMap((router) => router.match(ctx.path, '').path);
    const methods = new Set(layers.flatMap((layer) => layer.methods));
    if (methods.size === 0) throw new AppError('pathNotFound');
    ctx.set('Allow', [...methods].join(', '));
    throw new AppError('methodNotAllowed');
  };
}
