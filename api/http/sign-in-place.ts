import type { Context } from 'koa';
import type { SignInPlace } from '../../shared/access/models/access-token.js';

const LONGEST_BROWSER = 200;

/** The browser of a request that signs in. */
export function placeOf(ctx: Context): SignInPlace {
  const browser = ctx.get('User-Agent').replace(/[\p{Cc}\p{Surrogate}]/gu, '\uFFFD');
  return { address: ctx.ip, browser: browser.slice(0, LONGEST_BROWSER) };
}
