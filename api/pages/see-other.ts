import type { Context } from 'koa';

/** Redirects the browser; it fetches the page with GET, whatever the method of the request. */
export function seeOther(ctx: Context, path: string): void {
  ctx.redirect(path);
  ctx.status = 303;
  ctx.set('Cache-Control', 'no-store');
}
