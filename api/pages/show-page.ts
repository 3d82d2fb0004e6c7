import type { Context } from 'koa';

/** Answers with a page; pages show what one person may see, so nobody keeps a copy. */
export function showPage(ctx: Context, page: string, status = 200): void {
  ctx.status = status;
  ctx.type = 'html';
  ctx.set('Cache-Control', 'no-store');
  ctx.body = page;
}
