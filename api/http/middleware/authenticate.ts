import type { Context } from 'koa';
import { isOperator, type Principal } from '../../../shared/access/domain/access.js';
import { allows, type TokenScope } from '../../../shared/access/domain/token-limits.js';
import { hashToken } from '../../../shared/platform/values/secrets.js';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import { ERRORS } from '../../../shared/platform/errors/catalogue.js';
import { identify } from '../../../shared/access/operations/identify.js';
import type { ApiDeps } from '../../deps.js';
import type { ApiState, AuthenticatedDevice, Endpoint } from '../endpoint.js';
import type { RawParameters } from '../parameters.js';
import { clientKey } from '../../../shared/platform/values/client-key.js';
import type { RequestLimits } from '../limits/request-limits.js';
import { sessionSecret } from '../session-cookie.js';

/** The caller's secret: a bearer token, else the access_token parameter, else a browser session. */
export interface Credentials {
  readonly secret: string;
  readonly kind: 'token' | 'session';
}

/** What a request wants to do. */
interface Wanted extends Pick<Endpoint, 'changes' | 'withoutFactor'> {
  /** The scope that a token needs; null for none. */
  readonly scope: TokenScope | null;
}

/** The value of Authorization: Bearer. */
export function bearerToken(ctx: Context): string | undefined {
  return /^Bearer +(\S+)$/i.exec(ctx.get('Authorization'))?.[1];
}

/** Reads the credentials without checking them; a cookie with an invalid signature is ignored. */
export function readCredentials(ctx: Context, raw: RawParameters): Credentials | null {
  const bearer = bearerToken(ctx);
  if (bearer) return { secret: bearer, kind: 'token' };
  const parameter = raw['access_token'];
  if (typeof parameter === 'string' && parameter !== '') return { secret: parameter, kind: 'token' };
  const cookie = sessionSecret(ctx);
  return cookie ? { secret: cookie, kind: 'session' } : null;
}

/**
 * Stores the caller in the state and counts the request against the caller's rate limits, or against its address when
 * authentication fails.
 * @throws AppError unauthenticated; rateLimited; storeUnreachable; overloaded; forbidden for a change that a page of
 *   another origin sends with the browser's session, and for a token without the scope; secondFactorMissing, unless
 *   `withoutFactor`
 */
export async function authenticate(
  deps: ApiDeps,
  limits: RequestLimits,
  ctx: Context & { state: ApiState },
  credentials: Credentials | null,
  { changes, scope, withoutFactor = false }: Wanted,
): Promise<Principal> {
  if (!credentials) {
    ctx.set(await limits.anonymous(ctx.ip));
    throw new AppError('unauthenticated');
  }
  if (!deps.mongo.isConnected()) throw new AppError('storeUnreachable');
  const secretHash = hashToken(credentials.secret);
  await deps.secretGuard.check(ctx.ip, secretHash);
  const known = await deps.capacity.identifications
    .run(clientKey(ctx.ip), () => identifyCaller(deps, ctx, credentials, changes))
    .catch(async (error: unknown) => {
      const refused = error instanceof AppError && ERRORS[error.refusal].status < 500;
      if (refused && error.refusal === 'unauthenticated') await deps.secretGuard.fail(ctx.ip);
      if (refused) ctx.set(await limits.anonymous(ctx.ip));
      throw error;
    });
  deps.secretGuard.accept(secretHash);
  const { principal, hash, lacksFactor, limits: limitsOfToken } = known;
  ctx.set(await limits.caller({ sessionHash: hash, ...principal }));
  if (lacksFactor && !withoutFactor) throw new AppError('secondFactorMissing');
  if (scope !== null && !allows(limitsOfToken, scope))
    throw new AppError('forbidden', { text: `This access token lacks the scope ${scope}` });
  ctx.state.principal = principal;
  if (!isOperator(principal))
    ctx.state.caller = { ...principal, requestId: ctx.state.requestId, address: ctx.ip };
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
 * Checks the origin that a browser reports, so that other sites cannot use the session cookie for changes.
 * @throws AppError forbidden
 */
export function requireOwnOrigin(ctx: Context): void {
  const site = ctx.get('Sec-Fetch-Site');
  const origin = ctx.get('Origin');
  // In koa 3, ctx.origin is the Origin header itself.
  const ours = `${ctx.protocol}://${ctx.host}`;
  const own =
    origin === '' ? site === 'same-origin' : origin === ours && (site === '' || site === 'same-origin');
  if (!own)
    throw new AppError('forbidden', {
      text: 'A request with the session cookie must come from our own pages',
    });
}

/**
 * Checks a device's key before its body is read. Without a key the body is not read; a body that is large or has not
 * arrived is read only if some device has the key. authenticateDevice checks that the key belongs to the device.
 * @throws AppError unauthenticated, which closes the connection; rateLimited, overloaded, storeUnreachable
 */
export function checkDeviceKey(
  deps: Pick<ApiDeps, 'mongo' | 'secretGuard' | 'deviceKeys'>,
  endpointOf: (ctx: Context) => Endpoint | null,
): (ctx: Context & { state: ApiState }, hasArrived: boolean) => Promise<void> {
  return async (ctx, hasArrived) => {
    const endpoint = endpointOf(ctx);
    if (endpoint?.access !== 'device') return;
    ctx.state.endpoint = endpoint;
    const key = bearerToken(ctx);
    if (key === undefined) throw refusal('A device key is required');
    if (hasArrived) return;
    if (!deps.mongo.isConnected()) throw new AppError('storeUnreachable');
    const hash = hashToken(key);
    await deps.secretGuard.check(ctx.ip, hash);
    if (deps.secretGuard.isAccepted(hash) || (await deps.deviceKeys.add(null, hash))) return;
    await deps.secretGuard.fail(ctx.ip);
    throw refusal('The device key is not valid');
  };
}

/** Checks the device's key before its body is validated; null for endpoints of users. @throws AppError */
export async function authenticateDevice(
  deps: ApiDeps,
  ctx: Context & { state: ApiState },
  endpoint: Endpoint,
  raw: RawParameters,
): Promise<AuthenticatedDevice | null> {
  if (!endpoint.authenticateDevice) return null;
  const { bearer } = ctx.state;
  const hash = hashToken(bearer);
  await deps.secretGuard.check(ctx.ip, hash);
  try {
    const device = await endpoint.authenticateDevice(deps, hash, raw);
    deps.secretGuard.accept(hash);
    return { ...device, keyHash: hash };
  } catch (error) {
    if (error instanceof AppError && error.refusal === 'unauthenticated') await deps.secretGuard.fail(ctx.ip);
    throw error;
  }
}

function refusal(text: string): AppError {
  return new AppError('unauthenticated', { text, details: { headers: { Connection: 'close' } } });
}
