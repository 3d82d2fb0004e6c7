import type { Context } from 'koa';
import { hashToken } from '../../shared/platform/values/secrets.js';

const SESSION_COOKIE = 'airfleet_session';

/** Over https, the `__Host-` prefix keeps subdomains and plain http from setting a cookie. */
export function cookieName(ctx: Context, name: string): string {
  return ctx.secure ? `__Host-${name}` : name;
}

const sessionCookie = (ctx: Context): string => cookieName(ctx, SESSION_COOKIE);

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

export function setSessionCookie(ctx: Context, secret: string, expires: Date): void {
  ctx.cookies.set(sessionCookie(ctx), secret, { ...cookieOptions(ctx), expires });
}

/** Deletes the cookie and its signature. */
export function clearSessionCookie(ctx: Context): void {
  const cookie = sessionCookie(ctx);
  for (const name of [cookie, `${cookie}.sig`]) {
    ctx.cookies.set(name, null, { ...cookieOptions(ctx), signed: false });
  }
}
