import type { Context } from 'koa';

/** Whether the caller asks for JSON: a .json suffix, or an Accept that prefers it; none and *\/* count (decisions, paths). */
export function wantsJson(ctx: Context): boolean {
  return ctx.path.endsWith('.json') || ctx.accepts('json', 'html') === 'json';
}

/** Whether the caller takes JSON at all, even if it would rather have something else. */
export function takesJson(ctx: Context): boolean {
  return ctx.path.endsWith('.json') || ctx.accepts('json') !== false;
}
