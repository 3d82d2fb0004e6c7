import { Readable } from 'node:stream';
import accepts from 'accepts';
import type { Context, Middleware } from 'koa';
import { isOperator, mayChange } from '../../shared/access/domain/access.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import type { ApiDeps } from '../deps.js';
import { rememberAccount } from './browser-cookie.js';
import { SITE } from '../paths.js';
import {
  takesBrowsers,
  type Answer,
  type ApiState,
  type Endpoint,
  type KeepAnswer,
  type TakenHeader,
} from './endpoint.js';
import { namesEtag, revisionsOf } from './etag.js';
import { answerOnce, idempotencyKey, keepNothing } from './idempotency.js';
import {
  authenticate,
  authenticateDevice,
  bearerToken,
  readCredentials,
  requireOwnOrigin,
} from './middleware/authenticate.js';
import { scopeOf } from '../access/token-scopes.js';
import { namingLookedUp } from './looked-up.js';
import { readParameters, type RawParameters } from './parameters.js';
import type { RequestLimits } from './limits/request-limits.js';
import {
  clearSessionCookie,
  cookieChallengeHash,
  cookieSessionHash,
  setChallengeCookie,
  setSessionCookie,
} from './session-cookie.js';
import { signingBrowser } from './signing-browser.js';
import { validate, validParts } from './validate.js';

/** Operators of the installation share the permits of one key; ids of organisations start at 1. */
const OPERATORS = 0;

type RouteContext = Context & { state: ApiState; params?: Record<string, string> };

/** Serves an endpoint: content negotiation, authentication, rate limits, a permit, validation, the operation, the answer. */
export function serve(deps: ApiDeps, endpoint: Endpoint, limits: RequestLimits): Middleware<ApiState> {
  const redirects = takesBrowsers(endpoint);
  const wanted = { ...endpoint, scope: scopeOf(endpoint) };
  return async (context) => {
    const ctx = context as unknown as RouteContext;
    ctx.state.endpoint = endpoint;
    if (!redirects && !takesOneOf(ctx, typesOf(endpoint))) throw new AppError('notAcceptable');
    const run = async (): Promise<Answer> => {
      const raw = readParameters(ctx);
      if (endpoint.access === 'device')
        ctx.state.bearer = endpoint.deviceKey?.(raw) ?? bearerToken(ctx) ?? '';
      if (endpoint.ownOrigin === true) requireOwnOrigin(ctx);
      const credentials = readCredentials(ctx, raw);
      const isByCaller =
        endpoint.access === 'user' || (credentials !== null && endpoint.takesCaller?.(raw) === true);
      if (!isByCaller) {
        if (endpoint.access === 'public') ctx.set(await limits.anonymous(ctx.ip));
        // Requests of devices and sign-ins have concurrency limits of their own.
        return answer(deps, ctx, endpoint, raw);
      }
      if (credentials?.kind === 'token') ctx.state.bearer = credentials.secret;
      const { organisationId } = await authenticate(deps, limits, ctx, credentials, wanted);
      return deps.capacity.operations.run(organisationId ?? OPERATORS, () =>
        answer(deps, ctx, endpoint, raw),
      );
    };
    if (redirects && !wantsJson(ctx)) await redirectAfter(ctx, run);
    else write(ctx, await run());
  };
}

/** The types of which Accept must take one. */
function typesOf({ answerType, otherTypes = [] }: Endpoint): string[] {
  return [answerType ?? JSON_TYPE, ...otherTypes];
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
  const device = await authenticateDevice(deps, ctx, endpoint, raw);
  // It was used for authentication; a value of another type was ignored.
  const { access_token: _token, ...parameters } = raw;
  const carryOut = async (keep: KeepAnswer): Promise<Answer> => {
    try {
      const input = await validInput(deps, ctx, endpoint, parameters);
      return await endpoint.handle({
        deps,
        caller: ctx.state.caller as never,
        principal: principal as never,
        device: device as never,
        input,
        requestId: ctx.state.requestId,
        ip: ctx.ip,
        browser: () => signingBrowser(ctx),
        challengeHash: () => cookieChallengeHash(ctx),
        bearer: ctx.state.bearer,
        sessionHash: ctx.state.sessionHash,
        browserSessionHash: endpoint.ownOrigin === true ? cookieSessionHash(ctx) : null,
        revisions: takes(endpoint, 'If-Match') ? revisionsOf(ctx.get('If-Match')) : null,
        ifNoneMatch: ctx.get('If-None-Match'),
        keep,
      });
    } catch (error) {
      throw namingLookedUp(error, parameters);
    }
  };
  const key = principal && takes(endpoint, 'Idempotency-Key') ? idempotencyKey(ctx, endpoint) : null;
  if (!principal || key === null) return carryOut(keepNothing);
  const request = {
    account: principal,
    key,
    method: ctx.method,
    path: pathOf(ctx),
    body: ctx.state.body,
  };
  return answerOnce(deps, endpoint, request, carryOut);
}

/**
 * The validated input. Faulty fields are refused last: an unknown record, a missing right and a state that does not allow
 * the change come first (docs/http.md#requests-11). @throws AppError
 */
async function validInput(
  deps: ApiDeps,
  { state: { caller, principal } }: RouteContext,
  endpoint: Endpoint,
  parameters: RawParameters,
): Promise<never> {
  try {
    return validate(endpoint, parameters, principal !== undefined);
  } catch (fault) {
    if (!caller || !isFieldFault(fault)) throw fault;
    await endpoint.beforeFields?.({ deps, caller, input: validParts(endpoint, parameters) });
    if (endpoint.changes && endpoint.own !== true && !mayChange(caller)) throw new AppError('forbidden');
    throw fault;
  }
}

/** Input that is too large or too deep is refused at once. */
function isFieldFault(error: unknown): boolean {
  return error instanceof AppError && ['invalidParameters', 'settingsInvalid'].includes(error.refusal);
}

function takes({ headers }: Endpoint, name: TakenHeader): boolean {
  return headers?.includes(name) === true;
}

/** The path with the query, without a token in it. */
function pathOf({ path, querystring }: RouteContext): string {
  const query = new URLSearchParams(querystring);
  query.delete('access_token');
  return `${path}?${query.toString()}`;
}

/** For callers that do not ask for JSON: runs the operation and redirects to the list, which shows the result. */
async function redirectAfter(ctx: RouteContext, run: () => Promise<Answer>): Promise<void> {
  let target: string = SITE.upgrades;
  try {
    const { body } = await run();
    if (body instanceof Readable) body.destroy();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.refusal === 'unauthenticated') target = SITE.signIn;
  }
  ctx.redirect(target);
  ctx.status = 303;
}

function write(ctx: RouteContext, { status, body, headers, revalidates, session, challenge }: Answer): void {
  ctx.status = status;
  if (headers) ctx.set(headers);
  if (session === null) clearSessionCookie(ctx);
  else if (session) {
    setSessionCookie(ctx, session.secret, session.expiresAt);
    rememberAccount(ctx, session.email);
  }
  if (challenge) setChallengeCookie(ctx, challenge.secret, challenge.expiresAt);
  ctx.set('Cache-Control', 'no-store');
  const isRead = ctx.method === 'GET' && status === 200 && revalidates !== false;
  const isUnchanged = isRead && namesEtag(ctx.get('If-None-Match'), headers?.['ETag']);
  ctx.body = isUnchanged ? null : (body ?? null);
  if (isUnchanged) ctx.status = 304;
  if (status === 204) ctx.status = 204;
}

const JSON_TYPE = 'application/json';

/**
 * Whether the caller asks for JSON: by a .json suffix, without Accept, with nothing but *\/*, or by naming
 * application/json with a quality not below that of text/html (docs/http.md#json).
 */
export function wantsJson(ctx: Context): boolean {
  if (ctx.path.endsWith('.json')) return true;
  const ranges = rangesOf(ctx);
  if (ranges.every((range) => typeOf(range) === '*/*')) return true;
  const named = ranges.filter((range) => typeOf(range) === JSON_TYPE);
  // Of equal qualities the library prefers the first type.
  const others = ranges.filter((range) => !named.includes(range));
  return named.length > 0 && preferred([...named, ...others], [JSON_TYPE, 'text/html']) === JSON_TYPE;
}

/** Whether the caller accepts one of the types, even if it prefers another. */
function takesOneOf(ctx: Context, types: string[]): boolean {
  const accept = ctx.get('Accept');
  if (accept === '' || accept === '*/*' || accept === JSON_TYPE) return true;
  return ctx.path.endsWith('.json') || preferred(rangesOf(ctx), types) !== false;
}

/** The media ranges of Accept, without parameters other than the quality. */
function rangesOf(ctx: Context): string[] {
  const ranges = ctx.get('Accept').split(',');
  return ranges
    .map((range) => range.split(';').filter((part, index) => index === 0 || /^\s*q\s*=/i.test(part)))
    .map((parts) => parts.join(';').trim())
    .filter((range) => range !== '');
}

function typeOf(range: string): string {
  return (range.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function preferred(ranges: readonly string[], types: string[]): string | false {
  const request: unknown = { headers: ranges.length === 0 ? {} : { accept: ranges.join(', ') } };
  return accepts(request as Parameters<typeof accepts>[0]).type(types) as string | false;
}
