import type { Context } from 'koa';
import type { SigningBrowser } from '../../shared/access/operations/sign-in-session.js';
import { browserIdOf } from './browser-cookie.js';
import type { ApiState } from './endpoint.js';

const LONGEST_BROWSER = 200;

/** The browser of a request that signs in. */
export function signingBrowser(ctx: Context & { state: ApiState }): SigningBrowser {
  const browser = ctx.get('User-Agent').replace(/[\p{Cc}\p{Surrogate}]/gu, '\uFFFD');
  return {
    from: { address: ctx.ip, browser: browser.slice(0, LONGEST_BROWSER) },
    requestId: ctx.state.requestId,
    browserIdOf: (email) => browserIdOf(ctx, email),
  };
}
