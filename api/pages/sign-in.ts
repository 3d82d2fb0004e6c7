import { endSession } from '../../shared/access/operations/end-session.js';
import { signIn } from '../../shared/access/operations/sign-in.js';
import type { ApiDeps } from '../deps.js';
import type { RequestLimits } from '../http/limits/request-limits.js';
import { requireOwnOrigin } from '../http/middleware/authenticate.js';
import { browserIdOf, rememberAccount } from '../http/browser-cookie.js';
import { SITE } from '../paths.js';
import { parseBody } from '../http/parameters.js';
import { ownPath } from './own-path.js';
import { seeOther } from './see-other.js';
import { clearSessionCookie, cookieSessionHash, setSessionCookie } from '../http/session-cookie.js';
import { placeOf } from '../http/sign-in-place.js';
import { showPage } from './show-page.js';
import { signInPage } from './sign-in-page.js';
import { visitor, type PageContext } from './visitor.js';

export interface SignInPages {
  /** GET /sign_in: the form, or a redirect if the user is already signed in. */
  readonly show: (ctx: PageContext) => Promise<void>;
  /** POST /sign_in. @throws AppError with the form as its page */
  readonly submit: (ctx: PageContext) => Promise<void>;
  /** POST /sign_out: revokes the session and deletes its cookie. @throws AppError */
  readonly leave: (ctx: PageContext) => Promise<void>;
}

/** Sign-in and sign-out in a browser (docs/http.md#callers). */
export function signInPages(deps: ApiDeps, limits: RequestLimits): SignInPages {
  const endPrevious = (ctx: PageContext): Promise<void> =>
    endSession(deps, cookieSessionHash(ctx), ctx.state.requestId);

  return {
    async show(ctx) {
      const next = ownPath(ctx.query['next'], SITE.upgrades);
      if (await visitor(deps, ctx, limits)) seeOther(ctx, next);
      else showPage(ctx, signInPage({ email: '', next }));
    },

    async submit(ctx) {
      const form = { email: '', next: SITE.upgrades as string };
      ctx.state.errorPage = (refusal) => signInPage({ ...form, refusal });
      requireOwnOrigin(ctx);
      ctx.set(await limits.anonymous(ctx.ip));
      const body = parseBody(ctx);
      form.email = text(body['email'], 320);
      form.next = ownPath(body['next'], SITE.upgrades);
      const credentials = {
        email: form.email,
        password: text(body['password'], 1024),
        browserId: browserIdOf(ctx, form.email),
        from: placeOf(ctx),
      };
      const { secret, expiresAt } = await signIn(deps, 'session', credentials, ctx.state.requestId);
      // Revokes the session that the browser sent, which prevents session fixation.
      await endPrevious(ctx);
      setSessionCookie(ctx, secret, expiresAt);
      rememberAccount(ctx, form.email);
      seeOther(ctx, form.next);
    },

    async leave(ctx) {
      requireOwnOrigin(ctx);
      await endPrevious(ctx);
      clearSessionCookie(ctx);
      seeOther(ctx, SITE.signIn);
    },
  };
}

/** Empty for values that are not text or too long, which match no email and no password. */
function text(value: unknown, most: number): string {
  return typeof value === 'string' && value.length <= most ? value : '';
}
