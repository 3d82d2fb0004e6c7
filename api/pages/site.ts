import Router from '@koa/router';
import type { ApiDeps } from '../deps.js';
import type { RequestLimits } from '../http/limits/request-limits.js';
import { isOperator } from '../../shared/access/domain/access.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { wantsJson } from '../http/serve.js';
import { SITE } from '../paths.js';
import type { ApiState } from '../http/endpoint.js';
import { consoleRoutes } from '../console/console-routes.js';
import { serveAsset } from './assets.js';
import { docsPage } from './docs-page.js';
import { emailPages } from './email-pages.js';
import { errorPage } from './error-page.js';
import { leadingToSetUp } from './lead-to-set-up.js';
import { operatorPage } from './operator-page.js';
import { passwordPages } from './password-pages.js';
import { seeOther } from './see-other.js';
import { signInPages } from './sign-in.js';
import { showPage } from './show-page.js';
import { unsubscribePages } from './unsubscribe.js';
import { ssoPages } from './sso-pages.js';
import { upgradesPage } from './upgrades-page.js';
import { visitor, type PageContext } from './visitor.js';

/** The pages and their files. GET /upgrades is a page only if the caller does not ask for JSON. */
export function site(deps: ApiDeps, limits: RequestLimits): Router<ApiState> {
  const router = new Router<ApiState>();
  const pages = signInPages(deps, limits);
  const passwords = passwordPages(deps, limits);
  const emails = emailPages(deps, limits);
  const sso = ssoPages(deps, limits);
  const unsubscribing = unsubscribePages(deps, limits);

  const page = (show: (ctx: PageContext) => Promise<void>) => async (context: unknown) => {
    const ctx = context as PageContext;
    ctx.state.errorPage = errorPage;
    await leadingToSetUp(ctx, () => show(ctx));
  };
  router.get(SITE.signIn, page(pages.show));
  router.post(SITE.signIn, page(pages.submit));
  router.post(SITE.signInSecondFactor, page(pages.prove));
  router.post(SITE.signOut, page(pages.leave));
  router.get(SITE.sso, page(sso.ask));
  router.get(SITE.ssoStart, page(sso.start));
  router.get(SITE.ssoDone, page(sso.done));
  router.get(SITE.ssoCallback, page(sso.callback));
  router.post(SITE.ssoLogout, (ctx) => sso.logout(ctx as unknown as PageContext));
  router.get(SITE.password, page(passwords.show));
  router.post(SITE.password, page(passwords.submit));
  router.get(SITE.forgottenPassword, page(passwords.ask));
  router.post(SITE.forgottenPassword, page(passwords.request));
  router.get(SITE.email, page(emails.show));
  router.post(SITE.email, page(emails.submit));
  router.get(SITE.unsubscribe, page(unsubscribing.show));
  router.post(SITE.unsubscribe, page(unsubscribing.submit));
  router.get(SITE.upgrades, async (ctx, next) => {
    if (wantsJson(ctx)) await next();
    else await page((context) => showUpgrades(deps, limits, context))(ctx);
  });
  router.get(
    SITE.operator,
    page((context) => showOperator(deps, limits, context)),
  );
  router.get(SITE.root, (ctx) => {
    if (wantsJson(ctx)) throw new AppError('pathNotFound');
    seeOther(ctx, SITE.console);
  });
  consoleRoutes(router);
  router.get(
    SITE.docs,
    page((context) => showDocs(deps, limits, context)),
  );
  router.get(`${SITE.assets}/:name`, (ctx) => {
    serveAsset(ctx, ctx.params['name'] ?? '');
  });
  return router;
}

async function showUpgrades(deps: ApiDeps, limits: RequestLimits, ctx: PageContext): Promise<void> {
  const caller = await visitor(deps, ctx, limits);
  if (!caller) {
    seeOther(ctx, SITE.signIn);
    return;
  }
  if (isOperator(caller)) seeOther(ctx, SITE.operator);
  else showPage(ctx, upgradesPage(caller, await deps.stores.accounts.describe(caller)));
}

/** Public, so that it is also shown while the stores are away. */
async function showDocs(deps: ApiDeps, limits: RequestLimits, ctx: PageContext): Promise<void> {
  const caller = deps.mongo.isConnected() ? await visitor(deps, ctx, limits) : null;
  const viewer = caller && !isOperator(caller) ? await deps.stores.accounts.describe(caller) : null;
  showPage(ctx, docsPage(viewer));
}

async function showOperator(deps: ApiDeps, limits: RequestLimits, ctx: PageContext): Promise<void> {
  const principal = await visitor(deps, ctx, limits);
  if (!principal) {
    seeOther(ctx, SITE.signIn);
    return;
  }
  if (!isOperator(principal)) throw new AppError('forbidden');
  showPage(ctx, operatorPage((await deps.stores.accounts.describeOperator(principal)).email));
}
