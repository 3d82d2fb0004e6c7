import Router from '@koa/router';
import Koa from 'koa';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { board } from '../pages/board.js';
import type { ApiDeps } from '../deps.js';
import type { ApiState, Endpoint } from './endpoint.js';
import { fetchConfigurationEndpoint } from '../configuration/fetch-configuration.js';
import { heartbeatEndpoint } from '../status/heartbeat.js';
import { ENDPOINTS } from '../endpoints.js';
import { checkDeviceKey } from './middleware/authenticate.js';
import { compressJson } from './middleware/compress.js';
import { errors } from './middleware/errors.js';
import {
  clientAddress,
  closeOnDrain,
  requestLog,
  requirePath,
  securityHeaders,
} from './middleware/every-request.js';
import { readBody } from './middleware/read-body.js';
import { shedLoad, storeWatchdog } from './overload.js';
import { createRequestLimits, type RequestLimits } from './rate-limits.js';
import { openApiRoutes } from '../openapi/routes.js';
import { site } from '../pages/site.js';
import { SITE } from '../paths.js';
import { probes } from './probes.js';
import { serve } from './serve.js';

const MAX_BODY_BYTES = 1024 * 1024;
/** A heartbeat of 256 ports has less than half of it. */
const MAX_HEARTBEAT_BYTES = 64 * 1024;

/** Limits on the bodies held in memory, and on those that are being received. */
const MAX_BODIES_BYTES = 64 * MAX_BODY_BYTES;
const MAX_RECEIVING = { bodies: 1000, bytes: MAX_BODIES_BYTES };
const MAX_RECEIVING_PER_ADDRESS = { bodies: 64, bytes: MAX_BODIES_BYTES / 4 };

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
  app.use(closeOnDrain(deps.draining));
  app.use(securityHeaders());
  app.use(compressJson());
  app.use(errors(deps.log));
  app.use(requirePath());
  if (deps.env.adminPort === null) app.use(probes(deps).routes());
  app.use(openApiRoutes(ENDPOINTS).routes());
  const limits = createRequestLimits(deps.redis, deps.env);
  const heartbeats = operations(deps, [heartbeatEndpoint], limits);
  app.use(
    readBody({
      total: MAX_RECEIVING,
      perAddress: MAX_RECEIVING_PER_ADDRESS,
      maxLengthOf: (path) => maxLengthOf(path, heartbeats),
      check: checkDeviceKey(deps, ({ path, method }) =>
        heartbeats.match(path, method).route ? heartbeatEndpoint : null,
      ),
    }),
  );
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
  for (const mounted of board(deps, limits)) app.use(mounted);
  const api = operations(
    deps,
    ENDPOINTS.filter((endpoint) => endpoint !== heartbeatEndpoint && endpoint !== fetchConfigurationEndpoint),
    limits,
  );
  app.use(api.routes());
  app.use(noRoute([heartbeats, fetches, pages, api]));
  return app;
}

/** The board reads its bodies itself, after authentication. */
function maxLengthOf(path: string, heartbeats: Router<ApiState>): number | null {
  if (path.startsWith(SITE.board)) return null;
  // The router also matches other spellings of the path.
  return heartbeats.match(path, '').path.length > 0 ? MAX_HEARTBEAT_BYTES : MAX_BODY_BYTES;
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

/** Answers 404 for an unknown path, 405 for an unsupported method. */
function noRoute(routers: readonly Router[]): Koa.Middleware<ApiState> {
  return (ctx) => {
    const layers = routers.flatMap((router) => router.match(ctx.path, '').path);
    const methods = new Set(layers.flatMap((layer) => layer.methods));
    if (methods.size === 0) throw new AppError('pathNotFound');
    ctx.set('Allow', [...methods].join(', '));
    throw new AppError('methodNotAllowed');
  };
}
