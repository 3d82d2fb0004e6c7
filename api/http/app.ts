import Router from '@koa/router';
import Koa from 'koa';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { board } from '../pages/board.js';
import type { ApiDeps } from '../deps.js';
import type { Endpoint } from './endpoint.js';
import { heartbeatEndpoint } from '../status/heartbeat.js';
import { ENDPOINTS } from '../endpoints.js';
import { createRequestLimits, type RequestLimits } from './limits.js';
import { admitSenders } from './middleware/admit-senders.js';
import { clientAddress } from './middleware/client-address.js';
import { errors } from './middleware/errors.js';
import { losePatience } from './middleware/store-watchdog.js';
import { receive } from './middleware/receive.js';
import { requestLog } from './middleware/request-log.js';
import { sayGoodbye } from './middleware/close-on-drain.js';
import { securityHeaders } from './middleware/security-headers.js';
import { shedLoad } from './middleware/shed-load.js';
import { openApiRoutes } from '../openapi/routes.js';
import { site } from '../pages/site.js';
import { SITE } from '../paths.js';
import { probes } from './probes.js';
import { BODY_LIMIT_BYTES, HEARTBEAT_LIMIT_BYTES } from './request-body.js';
import { serve } from './serve.js';
import type { ApiState } from './state.js';

/** As much as 64 of the longest bodies. */
const MAX_BODY_BYTES = 64 * BODY_LIMIT_BYTES;

/** Bodies that are still on their way. */
const MAX_ARRIVING = { bodies: 1000, bytes: MAX_BODY_BYTES };
const MAX_ARRIVING_OF_ONE = { bodies: 64, bytes: MAX_BODY_BYTES / 4 };

/** Of the requests at once, how many may be of one address: a quarter. */
const ADDRESS_SHARE = 4;

/** The whole API as one Koa application: what happens to a request, readable from top to bottom. */
export function createApp(deps: ApiDeps): Koa<ApiState> {
  const app = new Koa<ApiState>();
  app.keys = [...deps.env.sessionSecrets];
  // Of what it reads, clientAddress() leaves only what a trusted proxy has set.
  app.proxy = deps.env.trustProxy !== 0;
  app.silent = true;

  app.use(clientAddress(deps.env.trustProxy));
  app.use(requestLog(deps.log, deps.metrics));
  app.use(sayGoodbye(deps.leaving));
  app.use(securityHeaders());
  app.use(errors(deps.log));
  if (deps.env.adminPort === null) app.use(probes(deps).routes());
  app.use(openApiRoutes(ENDPOINTS).routes());
  const limits = createRequestLimits(deps.redis, deps.env);
  const heartbeats = operations(deps, [heartbeatEndpoint], limits);
  app.use(
    receive({
      total: MAX_ARRIVING,
      perAddress: MAX_ARRIVING_OF_ONE,
      limitOf: (path) => limitOf(path, heartbeats),
      admit: admitSenders(deps, ({ path, method }) =>
        heartbeats.match(path, method).route ? heartbeatEndpoint : null,
      ),
    }),
  );
  const requests = deps.env.maxInFlight;
  const perAddress = Math.ceil(requests / ADDRESS_SHARE);
  app.use(shedLoad({ requests, perAddress, bodyBytes: MAX_BODY_BYTES }));
  app.use(losePatience(deps.mongo));
  // First what comes most: every router looks through all of its paths.
  app.use(heartbeats.routes());
  const pages = site(deps, limits);
  app.use(pages.routes());
  for (const mounted of board(deps, limits)) app.use(mounted);
  const api = operations(
    deps,
    ENDPOINTS.filter(({ access }) => access !== 'device'),
    limits,
  );
  app.use(api.routes());
  app.use(unknown([heartbeats, pages, api]));
  return app;
}

/** The board reads its own bodies, after it knows who asks. */
function limitOf(path: string, heartbeats: Router<ApiState>): number | null {
  if (path.startsWith(SITE.board)) return null;
  // By the router, which takes other spellings of a path as well.
  return heartbeats.match(path, '').path.length > 0 ? HEARTBEAT_LIMIT_BYTES : BODY_LIMIT_BYTES;
}

/** What the API serves on ADMIN_PORT: its probes and metrics, and nothing else. */
export function createAdminApp(deps: ApiDeps): Koa<ApiState> {
  const app = new Koa<ApiState>();
  app.silent = true;
  app.use(requestLog(deps.log, deps.metrics));
  app.use(sayGoodbye(deps.leaving));
  app.use(securityHeaders());
  app.use(errors(deps.log));
  const served = probes(deps);
  app.use(served.routes());
  app.use(unknown([served]));
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

/** Nothing took the request: the path is unknown, or it does not take this method. */
function unknown(routers: readonly Router[]): Koa.Middleware<ApiState> {
  return (ctx) => {
    const layers = routers.flatMap((router) => router.match(ctx.path, '').path);
    const methods = new Set(layers.flatMap((layer) => layer.methods));
    if (methods.size === 0) throw new AppError('pathNotFound');
    ctx.set('Allow', [...methods].join(', '));
    throw new AppError('methodNotAllowed');
  };
}
