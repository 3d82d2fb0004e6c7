import Router from '@koa/router';
import Koa from 'koa';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { board } from '../pages/board.js';
import type { ApiDeps } from '../deps.js';
import type { ApiState, Endpoint } from './endpoint.js';
import { fetchConfigurationEndpoint } from '../configuration/fetch-configuration.js';
import { heartbeatEndpoint } from '../heartbeats/heartbeat.js';
import { ENDPOINTS } from '../endpoints.js';
import { errors } from './middleware/errors.js';
import {
  clientAddress,
  closeOnDrain,
  countHeartbeats,
  compressJson,
  requestLog,
  requirePath,
  securityHeaders,
} from './middleware/every-request.js';
import { bodyOptions, MAX_BODIES_BYTES, readBody } from './middleware/read-body.js';
import { shedLoad, storeWatchdog } from './overload.js';
import { createRequestLimits, type RequestLimits } from './limits/request-limits.js';
import { openApiRoutes } from '../openapi/routes.js';
import { site } from '../pages/site.js';
import { probes } from './probes.js';
import { notFoundPage } from '../pages/error-page.js';
import { serve, wantsJson } from './serve.js';

/** The fraction of MAX_IN_FLIGHT that one address may use. */
const ADDRESS_SHARE = 1 / 4;

/** The API as one Koa application; a request passes the middlewares from top to bottom. */
export function createApp(deps: ApiDeps): Koa<ApiState> {
  const app = new Koa<ApiState>();
  app.keys = [...deps.env.sessionSecrets];
  // clientAddress() removes X-Forwarded-* headers that no trusted proxy has set.
  app.proxy = deps.env.trustProxy !== 0;
  app.silent = true;

  app.use(clientAddress(deps.env.trustProxy));
  app.use(requestLog(deps.log, deps.metrics));
  app.use(countHeartbeats(deps.heartbeatCounter));
  app.use(closeOnDrain(deps.draining));
  app.use(securityHeaders());
  app.use(compressJson());
  app.use(errors(deps.log));
  app.use(requirePath());
  if (deps.env.adminPort === null) app.use(probes(deps).routes());
  app.use(openApiRoutes(ENDPOINTS).routes());
  const limits = createRequestLimits(deps.redis, deps.env);
  const heartbeats = operations(deps, [heartbeatEndpoint], limits);
  app.use(readBody(bodyOptions(deps, { router: heartbeats, endpoint: heartbeatEndpoint })));
  const requests = deps.env.maxInFlight;
  const requestsPerAddress = Math.ceil(requests * ADDRESS_SHARE);
  app.use(shedLoad({ requests, requestsPerAddress, bodyBytes: MAX_BODIES_BYTES }));
  app.use(storeWatchdog(deps.mongo));
  // The most frequent operations first: a router compares a path with all of its routes.
  const fetches = operations(deps, [fetchConfigurationEndpoint], limits);
  app.use(heartbeats.routes());
  app.use(fetches.routes());
  const pages = site(deps, limits);
  app.use(pages.routes());
  app.use(board(deps, limits).routes());
  const api = operations(
    deps,
    ENDPOINTS.filter((endpoint) => endpoint !== heartbeatEndpoint && endpoint !== fetchConfigurationEndpoint),
    limits,
  );
  app.use(fixedNames(api));
  app.use(api.routes());
  app.use(noRoute([heartbeats, fetches, pages, api]));
  return app;
}

/** Serves the probes and metrics on ADMIN_PORT. */
export function createAdminApp(deps: ApiDeps): Koa<ApiState> {
  const app = new Koa<ApiState>();
  app.silent = true;
  app.use(requestLog(deps.log, deps.metrics));
  app.use(closeOnDrain(deps.draining));
  app.use(securityHeaders());
  app.use(errors(deps.log));
  app.use(requirePath());
  const served = probes(deps);
  app.use(served.routes());
  app.use(noRoute([served]));
  return app;
}

function operations(deps: ApiDeps, endpoints: readonly Endpoint[], limits: RequestLimits): Router<ApiState> {
  const router = new Router<ApiState>();
  for (const endpoint of endpoints) {
    const served = serve(deps, endpoint, limits);
    for (const [method, path] of endpoint.routes) router.register(path, [method], served);
  }
  return router;
}

/** Answers 405 for a method that a fixed path such as /upgrades/targets lacks: its name is not the id of a record. */
function fixedNames(router: Router<ApiState>): Koa.Middleware<ApiState> {
  return async (ctx, next) => {
    const fixed = router.match(ctx.path, '').path.filter(({ paramNames }) => paramNames.length === 0);
    const methods = methodsOf(fixed);
    if (methods.size > 0 && !methods.has(ctx.method)) refuseMethod(ctx, methods);
    await next();
  };
}

/** Prefixes of paths for programs, whose unknown paths are answered with JSON to browsers too. */
const FOR_PROGRAMS = /^\/(v1|device)(\/|$)/;

/** Answers 404 for an unknown path, to browsers with a page, and 405 for an unsupported method. */
function noRoute(routers: readonly Router[]): Koa.Middleware<ApiState> {
  return (ctx) => {
    const methods = methodsOf(routers.flatMap((router) => router.match(ctx.path, '').path));
    if (methods.size === 0) {
      if (ctx.method === 'GET' && !FOR_PROGRAMS.test(ctx.path) && !wantsJson(ctx))
        ctx.state.errorPage = notFoundPage;
      throw new AppError('pathNotFound');
    }
    refuseMethod(ctx, methods);
  };
}

function methodsOf(layers: readonly { readonly methods: readonly string[] }[]): Set<string> {
  return new Set(layers.flatMap((layer) => layer.methods));
}

function refuseMethod(ctx: Koa.Context, methods: ReadonlySet<string>): never {
  ctx.set('Allow', [...methods].join(', '));
  throw new AppError('methodNotAllowed');
}
