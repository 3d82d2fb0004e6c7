import { wholeOrganisation } from '../../shared/access/domain/access.js';
import { endSession } from '../../shared/access/operations/end-session.js';
import { knownNetworks } from '../../shared/inventory/operations/known-networks.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { LONGEST_EMAIL } from '../../shared/platform/values/email.js';
import { beginSso } from '../../shared/sso/operations/sign-on/begin-sso.js';
import { completeSso } from '../../shared/sso/operations/sign-on/complete-sso.js';
import { endByProvider } from '../../shared/sso/operations/refresh/end-by-provider.js';
import type { ApiDeps } from '../deps.js';
import { rememberAccount } from '../http/browser-cookie.js';
import type { RequestLimits } from '../http/limits/request-limits.js';
import {
  clearSsoCookie,
  cookieSessionHash,
  cookieSsoSecret,
  setSessionCookie,
  setSsoCookie,
} from '../http/session-cookie.js';
import { signingBrowser } from '../http/signing-browser.js';
import { parseBody } from '../http/parameters.js';
import { SITE } from '../paths.js';
import { boundedText } from './form-parts.js';
import { placeOf } from './form-reader.js';
import { ownPath } from './own-path.js';
import { seeOther } from './see-other.js';
import { showPage } from './show-page.js';
import { ssoDonePage, ssoFormPage, ssoRefusalPage, ssoWaitPage } from './sso-form-page.js';
import type { PageContext } from './visitor.js';

const LONGEST_TOKEN = 16_384;

type Page = (ctx: PageContext) => Promise<void>;

export interface SsoPages {
  /** GET /sso: asks for an email, and leads to the start with it. */
  readonly ask: Page;
  /** GET /sso/start: sends the browser to the identity provider of the domain of an email. @throws AppError with a page */
  readonly start: Page;
  /** GET /sso/done: says in the other tabs of the browser that this one has signed in. */
  readonly done: Page;
  /** GET /sso/:id/callback: signs in a browser that comes back from a provider. @throws AppError with a page */
  readonly callback: Page;
  /** POST /sso/:id/backchannel_logout: ends the sessions that a provider names. @throws AppError */
  readonly logout: Page;
}

/** Signing in by an identity provider (docs/sso.md). */
export function ssoPages(deps: ApiDeps, limits: RequestLimits): SsoPages {
  const receive = async (ctx: PageContext): Promise<void> => {
    ctx.set(await limits.anonymous(ctx.ip));
    if (!deps.mongo.isConnected()) throw new AppError('storeUnreachable');
  };
  const networksOf = (organisationId: number) =>
    knownNetworks(deps.stores, wholeOrganisation(organisationId));

  return {
    ask(ctx) {
      const email = boundedText(ctx.query['email'], LONGEST_EMAIL).trim();
      const next = ownPath(ctx.query['next'], SITE.upgrades);
      if (email === '') {
        showPage(ctx, ssoFormPage({ next }));
        return Promise.resolve();
      }
      // A form may not lead to another site, so that its answer leads there by a navigation of its own.
      const start = `${SITE.ssoStart}?${new URLSearchParams({ email, next }).toString()}`;
      showPage(ctx, ssoWaitPage(start));
      ctx.set('Refresh', `0; url=${start}`);
      return Promise.resolve();
    },

    async start(ctx) {
      ctx.state.errorPage = ssoRefusalPage;
      await receive(ctx);
      const email = boundedText(ctx.query['email'], LONGEST_EMAIL);
      const next = ownPath(ctx.query['next'], SITE.upgrades);
      const { url, secret, expiresAt } = await beginSso(deps, { email, next });
      setSsoCookie(ctx, secret, expiresAt);
      seeOther(ctx, url);
    },

    done(ctx) {
      showPage(ctx, ssoDonePage());
      return Promise.resolve();
    },

    async callback(ctx) {
      ctx.state.errorPage = ssoRefusalPage;
      await receive(ctx);
      const returned = {
        organisationId: organisationOf(ctx),
        query: new URLSearchParams(ctx.querystring),
        secret: cookieSsoSecret(ctx),
      };
      const { session, next } = await completeSso(deps, returned, signingBrowser(ctx), networksOf);
      // Revokes the session that the browser sent, which prevents session fixation.
      await endSession(deps, cookieSessionHash(ctx), placeOf(ctx));
      clearSsoCookie(ctx);
      setSessionCookie(ctx, session.secret, session.expiresAt);
      rememberAccount(ctx, session.email);
      seeOther(ctx, next);
    },

    async logout(ctx) {
      await receive(ctx);
      const { logout_token: token } = parseBody(ctx);
      await endByProvider(deps, organisationOf(ctx), boundedText(token, LONGEST_TOKEN));
      ctx.status = 200;
      ctx.set('Cache-Control', 'no-store');
      ctx.body = '';
    },
  };
}

/** The organisation that a path names. @throws AppError pathNotFound */
function organisationOf(ctx: PageContext): number {
  const { id = '' } = ctx['params'] as { id?: string };
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new AppError('pathNotFound');
  return Number(id);
}
