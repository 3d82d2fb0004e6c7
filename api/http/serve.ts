import type { Context, Middleware } from 'koa';
import { isOperator } from '../../shared/access/domain/access.js';
import { hashToken } from '../../shared/platform/values/secrets.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import type { DeviceRef } from '../../shared/inventory/stores/device-ref.js';
import type { ApiDeps } from '../deps.js';
import type { Answer, Endpoint } from './endpoint.js';
import type { RequestLimits } from './limits.js';
import { authenticate, bearerToken, readCredentials } from './middleware/authenticate.js';
import { SITE } from '../paths.js';
import { takesJson, wantsJson } from './negotiate.js';
import { parseNested, type RawParameters } from './nested-parameters.js';
import { parseBody } from './request-body.js';
import type { ApiState } from './state.js';
import { validate } from './validate.js';

/** Shares places among operators of the installation as an organisation does; organisations have ids from 1. */
const OPERATORS = 0;

type RouteContext = Context & { state: ApiState; params?: Record<string, string> };

/**
 * How every endpoint is served, in order: content negotiation, authentication, rate limits, a place to work, input,
 * the operation, the answer.
 */
export function serve(deps: ApiDeps, endpoint: Endpoint, limits: RequestLimits): Middleware<ApiState> {
  const redirects = endpoint.family === 'upgrades' || endpoint.family === 'table';
  return async (context) => {
    const ctx = context as unknown as RouteContext;
    ctx.state.endpoint = endpoint;
    if (!redirects && !takesJson(ctx)) throw new AppError('notAcceptable');
    const run = async (): Promise<Answer> => {
      const raw = readParameters(ctx);
      if (endpoint.access === 'device') ctx.state.bearer = bearerToken(ctx) ?? '';
      // Heartbeats, which wait for one another on purpose, and sign-ins have bounds of their own.
      if (endpoint.access === 'public') ctx.set(await limits.anonymous(ctx.ip));
      if (endpoint.access !== 'user') return answer(deps, ctx, endpoint, raw);
      const credentials = readCredentials(ctx, raw);
      if (credentials?.kind === 'token') ctx.state.bearer = credentials.secret;
      const { organisationId } = await authenticate(deps, limits, ctx, credentials, endpoint.changes);
      return deps.admission.operations.run(organisationId ?? OPERATORS, () =>
        answer(deps, ctx, endpoint, raw),
      );
    };
    if (redirects && !wantsJson(ctx)) await redirectAfter(ctx, run);
    else write(ctx, await run());
  };
}

/** Path over body over query: what a URL says cannot be overruled by what it carries. */
function readParameters(ctx: RouteContext): RawParameters {
  return { ...parseNested(ctx.querystring), ...parseBody(ctx), ...ctx.params };
}

async function answer(
  deps: ApiDeps,
  ctx: RouteContext,
  endpoint: Endpoint,
  raw: RawParameters,
): Promise<Answer> {
  const { principal } = ctx.state;
  if (principal && isOperator(principal) && endpoint.operators !== true) throw new AppError('forbidden');
  endpoint.authorize?.(ctx.state);
  if (!deps.mongo.isConnected()) throw new AppError('storeUnreachable');
  const device = await admitDevice(deps, ctx, endpoint, raw);
  // It has done its work, and in the wrong shape it was simply no token.
  const { access_token: _token, ...parameters } = raw;
  return endpoint.handle({
    deps,
    caller: ctx.state.caller as never,
    principal: principal as never,
    device: device as never,
    input: validate(endpoint.input, parameters, { abortEarly: device !== null }),
    requestId: ctx.state.requestId,
    ip: ctx.ip,
    bearer: ctx.state.bearer,
    sessionHash: ctx.state.sessionHash,
  });
}

/** A device proves its key before its body is validated. @throws AppError */
async function admitDevice(
  deps: ApiDeps,
  ctx: RouteContext,
  endpoint: Endpoint,
  raw: RawParameters,
): Promise<DeviceRef | null> {
  if (!endpoint.admit) return null;
  const { bearer } = ctx.state;
  const hash = hashToken(bearer);
  await deps.guesses.check(ctx.ip, hash);
  try {
    const device = await endpoint.admit(deps, bearer, raw);
    deps.guesses.fitted(hash);
    return device;
  } catch (error) {
    if (error instanceof AppError && error.refusal === 'unauthenticated') await deps.guesses.failed(ctx.ip);
    throw error;
  }
}

/** Without JSON an upgrade operation is done all the same and leads back to the list, which shows what came of it. */
async function redirectAfter(ctx: RouteContext, run: () => Promise<unknown>): Promise<void> {
  let target: string = SITE.upgrades;
  try {
    await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.refusal === 'unauthenticated') target = SITE.signIn;
  }
  ctx.redirect(target);
  ctx.status = 303;
}

function write(ctx: RouteContext, { status, body, headers }: Answer): void {
  ctx.status = status;
  if (headers) ctx.set(headers);
  ctx.set('Cache-Control', 'no-store');
  ctx.body = body ?? null;
  if (status === 204) ctx.status = 204;
}
