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

/** The secret of the session that came with the request; undefined without one, or when its signature is wrong. */
export function sessionSecret(ctx: Context): string | undefined {
  return ctx.cookies.get(sessionCookie(ctx), { signed: true });
}

/** Gives the browser its session: no script reads it, no other site's form sends it, and over https it stays there. */
export function setSessionCookie(ctx: Context, secret: string, expires: Date): void {
  ctx.cookies.set(sessionCookie(ctx), secret, { ...options(ctx), expires });
}

/** Takes the cookie and its signature away. */
export function clearSessionCookie(ctx: Context): void {
  const cookie = sessionCookie(ctx);
  for (const name of [cookie, `${cookie}.sig`]) {
    ctx.cookies.set(name, null, { ...options(ctx), signed: false });
  }
}
