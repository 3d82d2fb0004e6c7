import type { Context } from 'koa';
import { isOperator, type Principal } from '../../../shared/access/domain/access.js';
import { hashToken } from '../../../shared/platform/values/secrets.js';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import { ERRORS } from '../../../shared/platform/errors/catalogue.js';
import { identify } from '../../../shared/access/operations/identify.js';
import type { ApiDeps } from '../../deps.js';
import type { RequestLimits } from '../limits.js';
import type { RawParameters } from '../nested-parameters.js';
import type { ApiState } from '../state.js';

const SESSION_COOKIE = 'airfleet_session';

/** Over https a browser takes the prefixed name only from this very host, for all paths, by https. */
export function sessionCookie(ctx: Context): string {
  return ctx.secure ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;
}

/** What the caller sent as its secret: a bearer token, else the access_token parameter, else a browser session. */
export interface Credentials {
  readonly secret: string;
  readonly kind: 'token' | 'session';
}

/** What stands in Authorization: Bearer. */
export function bearerToken(ctx: Context): string | undefined {
  return /^Bearer +(\S+)$/i.exec(ctx.get('Authorization'))?.[1];
}

/** Reads them without judging; a signed cookie whose signature is wrong counts as none. */
export function readCredentials(ctx: Context, raw: RawParameters): Credentials | null {
  const bearer = bearerToken(ctx);
  if (bearer) return { secret: bearer, kind: 'token' };
  const parameter = raw['access_token'];
  if (typeof parameter === 'string' && parameter !== '') return { secret: parameter, kind: 'token' };
  const cookie = ctx.cookies.get(sessionCookie(ctx), { signed: true });
  return cookie ? { secret: cookie, kind: 'session' } : null;
}

/**
 * Puts the caller into the state and counts the request: against the caller's limits, or against its address when
 * authentication fails.
 * @throws AppError unauthenticated; rateLimited; storeUnreachable; overloaded; forbidden when a page of another origin
 *   uses the browser's session to change something
 */
export async function authenticate(
  deps: ApiDeps,
  limits: RequestLimits,
  ctx: Context & { state: ApiState },
  credentials: Credentials | null,
  changes: boolean,
): Promise<Principal> {
  if (!credentials) {
    ctx.set(await limits.anonymous(ctx.ip));
    throw new AppError('unauthenticated');
  }
  if (!deps.mongo.isConnected()) throw new AppError('storeUnreachable');
  const secretHash = hashToken(credentials.secret);
  // Before it costs a store or a place.
  await deps.guesses.check(ctx.ip, secretHash);
  const known = await deps.admission.identifications
    .run(ctx.ip, () => identifyCaller(deps, ctx, credentials, changes))
    .catch(async (error: unknown) => {
      const refused = error instanceof AppError && ERRORS[error.refusal].status < 500;
      if (refused && error.refusal === 'unauthenticated') await deps.guesses.failed(ctx.ip);
      if (refused) ctx.set(await limits.anonymous(ctx.ip));
      throw error;
    });
  deps.guesses.fitted(secretHash);
  const { principal, hash } = known;
  ctx.set(await limits.caller({ sessionHash: hash, ...principal }));
  ctx.state.principal = principal;
  if (!isOperator(principal)) ctx.state.caller = principal;
  ctx.state.sessionHash = hash;
  return principal;
}

async function identifyCaller(
  deps: ApiDeps,
  ctx: Context,
  credentials: Credentials,
  changes: boolean,
): ReturnType<typeof identify> {
  if (credentials.kind === 'session' && changes) requireOwnOrigin(ctx);
  return identify(deps, credentials.secret, credentials.kind);
}

/**
 * A browser says where a request comes from; one that changes something by cookie must come from our own pages.
 * @throws AppError forbidden
 */
export function requireOwnOrigin(ctx: Context): void {
  const site = ctx.get('Sec-Fetch-Site');
  const origin = ctx.get('Origin');
  // Not koa's ctx.origin: since koa 3 that is the header itself.
  const ours = `${ctx.protocol}://${ctx.host}`;
  const own =
    origin === '' ? site === 'same-origin' : origin === ours && (site === '' || site === 'same-origin');
  if (!own)
    throw new AppError('forbidden', {
      text: 'A request with the session cookie must come from our own pages',
    });
}
