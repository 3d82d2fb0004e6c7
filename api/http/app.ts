import type { IncomingMessage, RequestListener } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { board } from '../pages/board.js';
import type { ApiDeps } from '../deps.js';
import type { ApiState, Endpoint, Family } from './endpoint.js';
import { fetchConfigurationEndpoint } from '../configuration/fetch-configuration.js';
import { heartbeatEndpoint } from '../heartbeats/heartbeat.js';
import { ENDPOINTS } from '../endpoints.js';
import { errors } from './middleware/errors.js';
import {
  clientAddress,
  closeOnDrain,
  countHeartbeats,
  HEARTBEAT_PATHS,
  compressJson,
  openwispHeader,
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

/**
 * Handles the requests of the API. Heartbeats, which are most of them, pass only the middlewares that they need; both ways
 * count against the same limits.
 */
export function requestHandler(deps: ApiDeps): RequestListener {
  const shared = sharedBy(deps);
  const others = listenerOf(appOf(deps, shared));
  if (deps.env.apiServes === 'people') return others;
  const heartbeats = listenerOf(heartbeatApp(deps, shared));
  return (request, response) => {
    (isHeartbeat(request) ? heartbeats : others)(request, response);
  };
}

function listenerOf(app: Koa<ApiState>): RequestListener {
  const handle = app.callback();
  return (request, response) => {
    void handle(request, response);
  };
}

/** Whether it is a heartbeat at its exact path, which most are. */
function isHeartbeat({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && HEARTBEAT_PATHS.has(url);
}

/** What both ways of a request share. */
interface Shared {
  readonly limits: RequestLimits;
  readonly heartbeats: Router<ApiState>;
  /** Around the answer. */
  readonly around: readonly Koa.Middleware<ApiState>[];
  /** Before the operation, which they may refuse. */
  readonly receive: readonly Koa.Middleware<ApiState>[];
}

function sharedBy(deps: ApiDeps): Shared {
  const { env, log, metrics } = deps;
  const limits = createRequestLimits(deps.redis, env);
  const heartbeats = operations(deps, [heartbeatEndpoint], limits);
  // The router also matches other spellings of the path.
  const isHeartbeatPath = (path: string): boolean =>
    HEARTBEAT_PATHS.has(path) || heartbeats.match(path, '').path.length > 0;
  const requests = env.maxInFlight;
  const requestsPerAddress = Math.ceil(requests * ADDRESS_SHARE);
  return {
    limits,
    heartbeats,
    around: [
      clientAddress(env.trustProxy),
      requestLog(log, metrics),
      countHeartbeats(deps.heartbeatCounter),
      closeOnDrain(deps.draining),
      securityHeaders(),
    ],
    receive: [
      readBody(bodyOptions(deps, heartbeatEndpoint, isHeartbeatPath)),
      shedLoad({ requests, requestsPerAddress, bodyBytes: MAX_BODIES_BYTES }),
      storeWatchdog(deps.mongo),
    ],
  };
}

/** Serves heartbeats at their exact path. */
function heartbeatApp(deps: ApiDeps, { around, receive, limits }: Shared): Koa<ApiState> {
  return koa(deps, [...around, errors(deps.log), ...receive, serve(deps, heartbeatEndpoint, limits)]);
}

/** Serves every request, which passes the middlewares from the first to the last. */
function appOf(deps: ApiDeps, { around, receive, limits, heartbeats }: Shared): Koa<ApiState> {
  const { apiServes } = deps.env;
  const forDevices = apiServes !== 'people';
  const forPeople = apiServes !== 'devices';
  const fetches = operations(deps, [fetchConfigurationEndpoint], limits);
  const pages = site(deps, limits);
  const others = ENDPOINTS.filter(
    (endpoint) => endpoint !== heartbeatEndpoint && endpoint !== fetchConfigurationEndpoint,
  );
  const isServed = ({ family }: Endpoint): boolean => (FOR_DEVICES.has(family) ? forDevices : forPeople);
  const api = operations(deps, others.filter(isServed), limits);
  const served = [...(forDevices ? [heartbeats, fetches] : []), ...(forPeople ? [pages] : [])];
  const app = koa(deps, [...around, openwispHeader(), compressJson(), errors(deps.log), requirePath()]);
  if (deps.env.adminPort === null) app.use(probes(deps).routes());
  if (forPeople) app.use(openApiRoutes(ENDPOINTS).routes());
  app.use(
    misdirected(
      operations(
        deps,
        ENDPOINTS.filter((endpoint) => !isServed(endpoint)),
        limits,
      ),
    ),
  );
  for (const middleware of receive) app.use(middleware);
  // The most frequent operations first: a router compares a path with all of its routes.
  for (const router of served) app.use(router.routes());
  if (forPeople) app.use(board(deps, limits).routes());
  app.use(fixedNames(api));
  app.use(api.routes());
  app.use(noRoute([...served, api]));
  return app;
}

function koa({ env }: ApiDeps, middlewares: readonly Koa.Middleware<ApiState>[]): Koa<ApiState> {
  const app = new Koa<ApiState>();
  app.keys = [...env.sessionSecrets];
  // clientAddress() removes X-Forwarded-* headers that no trusted proxy has set.
  app.proxy = env.trustProxy !== 0;
  app.silent = true;
  for (const middleware of middlewares) app.use(middleware);
  return app;
}

/** Serves the probes and metrics on ADMIN_PORT. */
export function adminHandler(deps: ApiDeps): RequestListener {
  const app = koa(deps, [
    requestLog(deps.log, deps.metrics),
    closeOnDrain(deps.draining),
    securityHeaders(),
    errors(deps.log),
    requirePath(),
  ]);
  const served = probes(deps);
  app.use(served.routes());
  app.use(noRoute([served]));
  return listenerOf(app);
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

/** The families that an API for devices serves. */
const FOR_DEVICES: ReadonlySet<Family> = new Set<Family>(['device', 'openwisp']);

/** Prefixes of paths for programs, whose unknown paths are not answered with pages to browsers either. */
const FOR_PROGRAMS = /^\/(v1|device|controller)(\/|$)/;

/** Answers 421 for a path that another API serves (API_SERVES). */
function misdirected(elsewhere: Router<ApiState>): Koa.Middleware<ApiState> {
  return async (ctx, next) => {
    if (elsewhere.match(ctx.path, '').path.length > 0) throw new AppError('misdirected');
    await next();
  };
}

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
