import type { Context } from 'koa';
import { hashToken } from '../../shared/platform/values/secrets.js';

const SESSION_COOKIE = 'airfleet_session';
const CHALLENGE_COOKIE = 'airfleet_sign_in';
const SSO_COOKIE = 'airfleet_sso';

/** Over https, the `__Host-` prefix keeps subdomains and plain http from setting a cookie. */
export function cookieName(ctx: Context, name: string): string {
  return ctx.secure ? `__Host-${name}` : name;
}

const sessionCookie = (ctx: Context): string => cookieName(ctx, SESSION_COOKIE);
const challengeCookie = (ctx: Context): string => cookieName(ctx, CHALLENGE_COOKIE);

/** Not readable by scripts, not sent by forms of other sites, https-only over https. */
export const cookieOptions = (ctx: Context) =>
  ({
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    secure: ctx.secure,
    path: '/',
    overwrite: true,
  }) as const;

/** The session secret of the request; undefined if absent or if its signature is invalid. */
export function sessionSecret(ctx: Context): string | undefined {
  return ctx.cookies.get(sessionCookie(ctx), { signed: true });
}

/** The stored hash of that session, which may have ended; null without one. */
export function cookieSessionHash(ctx: Context): string | null {
  const secret = sessionSecret(ctx);
  return secret === undefined ? null : hashToken(secret);
}

/** Sets the cookie of a session, which ends that of its sign-in. */
export function setSessionCookie(ctx: Context, secret: string, expires: Date): void {
  ctx.cookies.set(sessionCookie(ctx), secret, { ...cookieOptions(ctx), expires });
  if (ctx.cookies.get(challengeCookie(ctx)) !== undefined) clearCookie(ctx, challengeCookie(ctx));
}

/** The stored hash of the secret of a sign-in that awaits a second factor; null without one. */
export function cookieChallengeHash(ctx: Context): string | null {
  const secret = ctx.cookies.get(challengeCookie(ctx), { signed: true });
  return secret === undefined ? null : hashToken(secret);
}

export function setChallengeCookie(ctx: Context, secret: string, expires: Date): void {
  ctx.cookies.set(challengeCookie(ctx), secret, { ...cookieOptions(ctx), expires });
}

/** The secret of a browser that an identity provider has been asked for; null without one. */
export function cookieSsoSecret(ctx: Context): string | null {
  return ctx.cookies.get(cookieName(ctx, SSO_COOKIE), { signed: true }) ?? null;
}

export function setSsoCookie(ctx: Context, secret: string, expires: Date): void {
  ctx.cookies.set(cookieName(ctx, SSO_COOKIE), secret, { ...cookieOptions(ctx), expires });
}

export function clearSsoCookie(ctx: Context): void {
  clearCookie(ctx, cookieName(ctx, SSO_COOKIE));
}

export function clearSessionCookie(ctx: Context): void {
  clearCookie(ctx, sessionCookie(ctx));
}

/** Deletes a cookie and its signature. */
function clearCookie(ctx: Context, cookie: string): void {
  for (const name of [cookie, `${cookie}.sig`]) {
    ctx.cookies.set(name, null, { ...cookieOptions(ctx), signed: false });
  }
}
