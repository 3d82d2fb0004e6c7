import type { Context } from 'koa';

/** Answers with a page that is not cached, because it shows the data of one user. */
export function showPage(ctx: Context, page: string, status = 200): void {
  ctx.status = status;
  ctx.type = 'html';
  ctx.set('Cache-Control', 'no-store');
  ctx.body = page;
}
