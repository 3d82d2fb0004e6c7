import type { Context } from 'koa';
import { sessionCookie } from '../http/middleware/authenticate.js';

const options = (ctx: Context) =>
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

/**
 * Sets the session cookie: not readable by scripts, not sent by forms of other sites, https-only over https.
 */
export function setSessionCookie(ctx: Context, secret: string, expires: Date): void {
  ctx.cookies.set(sessionCookie(ctx), secret, { ...options(ctx), expires });
}

/** Deletes the cookie and its signature. */
export function clearSessionCookie(ctx: Context): void {
  const cookie = sessionCookie(ctx);
  for (const name of [cookie, `${cookie}.sig`]) {
    ctx.cookies.set(name, null, { ...options(ctx), signed: false });
  }
}
