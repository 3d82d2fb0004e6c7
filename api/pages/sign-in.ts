import type { FactorProof } from '../../shared/access/domain/factor-proof.js';
import { relyingPartyOf } from '../../shared/access/domain/relying-party.js';
import { endSession } from '../../shared/access/operations/end-session.js';
import {
  completeSignIn,
  signInBrowser,
  type SignedInBrowser,
} from '../../shared/access/operations/sign-in-session.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import type { ApiDeps } from '../deps.js';
import type { RequestLimits } from '../http/limits/request-limits.js';
import { requireOwnOrigin } from '../http/middleware/authenticate.js';
import { rememberAccount } from '../http/browser-cookie.js';
import { SITE } from '../paths.js';
import { parseBody } from '../http/parameters.js';
import { ownPath } from './own-path.js';
import { seeOther } from './see-other.js';
import {
  clearSessionCookie,
  cookieChallengeHash,
  cookieSessionHash,
  setChallengeCookie,
  setSessionCookie,
} from '../http/session-cookie.js';
import { signingBrowser } from '../http/signing-browser.js';
import { boundedText } from './form-parts.js';
import { showPage } from './show-page.js';
import { secondFactorPage, signInPage } from './sign-in-page.js';
import { visitor, type PageContext } from './visitor.js';

/** Ten ids of credentials, each of up to 1,400 characters, and what is around them. */
const LONGEST_PASSKEYS = 20_000;

type Page = (ctx: PageContext) => Promise<void>;

export interface SignInPages {
  /** GET /sign_in: the form, or a redirect if the user is already signed in. */
  readonly show: Page;
  /** POST /sign_in: signs in, or shows the form for the second factor. @throws AppError with the form as its page */
  readonly submit: Page;
  /** POST /sign_in/second_factor: the second step. @throws AppError with the form as its page */
  readonly prove: Page;
  /** POST /sign_out: revokes the session and deletes its cookie. @throws AppError */
  readonly leave: Page;
}

/** Sign-in and sign-out in a browser (docs/http.md#callers). */
export function signInPages(deps: ApiDeps, limits: RequestLimits): SignInPages {
  const takesPasskeys = relyingPartyOf(deps.env.publicUrl) !== null;
  const endPrevious = (ctx: PageContext): Promise<void> =>
    endSession(deps, cookieSessionHash(ctx), { requestId: ctx.state.requestId, address: ctx.ip });

  async function receive(ctx: PageContext): Promise<Record<string, unknown>> {
    requireOwnOrigin(ctx);
    ctx.set(await limits.anonymous(ctx.ip));
    return parseBody(ctx);
  }

  async function enter(ctx: PageContext, session: SignedInBrowser, next: string): Promise<void> {
    // Revokes the session that the browser sent, which prevents session fixation.
    await endPrevious(ctx);
    setSessionCookie(ctx, session.secret, session.expiresAt);
    rememberAccount(ctx, session.email);
    seeOther(ctx, next);
  }

  return {
    async show(ctx) {
      const next = ownPath(ctx.query['next'], SITE.upgrades);
      if (await visitor(deps, ctx, limits)) seeOther(ctx, next);
      else showPage(ctx, signInPage({ email: '', next, takesPasskeys }));
    },

    async submit(ctx) {
      const form = { email: '', next: SITE.upgrades as string, takesPasskeys };
      ctx.state.errorPage = (refusal) => signInPage({ ...form, refusal });
      const { email, password, next } = await receive(ctx);
      form.email = boundedText(email, 320);
      form.next = ownPath(next, SITE.upgrades);
      const credentials = { email: form.email, password: boundedText(password, 1024) };
      const signedIn = await signInBrowser(deps, credentials, signingBrowser(ctx));
      if ('session' in signedIn) {
        await enter(ctx, signedIn.session, form.next);
        return;
      }
      const { id: challenge, secret, expiresAt, passkey } = signedIn.challenge;
      setChallengeCookie(ctx, secret, expiresAt);
      const passkeys = passkey === null ? '' : JSON.stringify(passkey);
      showPage(ctx, secondFactorPage({ challenge, passkeys, next: form.next }));
    },

    async prove(ctx) {
      const form = { challenge: '', passkeys: '', next: SITE.upgrades as string };
      ctx.state.errorPage = (refusal) => secondFactorPage({ ...form, refusal });
      const { challenge, code, passkeys, next } = await receive(ctx);
      form.challenge = boundedText(challenge, 100);
      form.passkeys = boundedText(passkeys, LONGEST_PASSKEYS);
      form.next = ownPath(next, SITE.upgrades);
      const proof = proofIn(boundedText(code, 100));
      const step = { challenge: form.challenge, browserHash: cookieChallengeHash(ctx), proof };
      await enter(ctx, await completeSignIn(deps, step, signingBrowser(ctx)), form.next);
    },

    async leave(ctx) {
      requireOwnOrigin(ctx);
      await endPrevious(ctx);
      clearSessionCookie(ctx);
      seeOther(ctx, SITE.signIn);
    },
  };
}

/** Six digits are the code of an app; anything else is taken as a recovery code. @throws AppError without either */
function proofIn(entered: string): FactorProof {
  const text = entered.replace(/\s/g, '');
  if (text === '') throw new AppError('unauthenticated', { text: 'Enter a code' });
  return /^\d{6}$/.test(text) ? { code: text } : { recoveryCode: text };
}
