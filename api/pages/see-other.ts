import type { Context } from 'koa';

/** Leads the browser to another page, which it fetches with GET whatever it has just sent. */
export function seeOther(ctx: Context, path: string): void {
  ctx.redirect(path);
  ctx.status = 303;
  ctx.set('Cache-Control', 'no-store');
}
