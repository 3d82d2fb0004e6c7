import type { Context } from 'koa';
import { hashToken } from '../../shared/domain/secrets.js';
import { AppError } from '../../shared/errors/app-error.js';
import { identify } from '../../shared/operations/access/identify.js';
import type { ApiDeps } from '../deps.js';
import type { RawParameters } from '../request-body.js';
import type { ApiState } from '../state.js';

export const SESSION_COOKIE = 'airfleet_session';

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
  const cookie = ctx.cookies.get(SESSION_COOKIE, { signed: true });
  return cookie ? { secret: cookie, kind: 'session' } : null;
}

/** The key under which requests of these credentials are counted: never the secret itself. */
export function limitKey(credentials: Credentials): string {
  return `caller:${hashToken(credentials.secret).slice(0, 32)}`;
}

/**
 * Puts the caller into the state.
 * @throws AppError unauthenticated; forbidden when a page of another origin uses the browser's session to change something
 */
export async function authenticate(
  deps: ApiDeps,
  ctx: Context & { state: ApiState },
  credentials: Credentials | null,
  changes: boolean,
): Promise<void> {
  if (!credentials) throw new AppError('unauthenticated');
  if (credentials.kind === 'session' && changes) requireOwnOrigin(ctx);
  const { caller, hash } = await identify(deps, credentials.secret, credentials.kind);
  ctx.state.caller = caller;
  ctx.state.sessionHash = hash;
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
