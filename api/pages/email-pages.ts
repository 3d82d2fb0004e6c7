import { confirmEmail } from '../../shared/access/operations/links/confirm-email.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { html } from '../../shared/platform/values/html.js';
import type { ApiDeps } from '../deps.js';
import type { RequestLimits } from '../http/limits/request-limits.js';
import { SITE } from '../paths.js';
import { boundedText, LINK_SCRIPT, linkCodeField, messagePage, refusalMessage } from './form-parts.js';
import { formReader, placeOf } from './form-reader.js';
import { layout } from './layout.js';
import { faultsOf } from './password-pages.js';
import { showPage } from './show-page.js';
import type { PageContext } from './visitor.js';

type Page = (ctx: PageContext) => Promise<void>;

export interface EmailPages {
  /** GET /email: the form behind a link. Programs that open the links of mails change nothing. */
  readonly show: Page;
  /** POST /email: changes the email and uses up the link. @throws AppError with the form as its page */
  readonly submit: Page;
}

/** The page at which people confirm a new email (docs/console-api.md#change_own_email-2). */
export function emailPages(deps: ApiDeps, limits: RequestLimits): EmailPages {
  const receive = formReader(deps, limits);
  return {
    show(ctx) {
      showPage(ctx, confirmPage(''));
      return Promise.resolve();
    },

    async submit(ctx) {
      const form = { code: '' };
      ctx.state.errorPage = (refusal) => confirmPage(form.code, refusal);
      form.code = boundedText((await receive(ctx))['code'], 100);
      await confirmEmail(deps, form.code, placeOf(ctx)).catch((error: unknown) => {
        const [fault] = faultsOf(error);
        throw fault === undefined ? error : new AppError('settingsInvalid', { text: `This ${fault.msg}` });
      });
      const next = html`<p>You sign in with it from now on. Sessions and access tokens go on.</p>
        <p><a href="${SITE.console}">Open the console</a></p>`;
      showPage(ctx, messagePage('Your email is changed', next));
    },
  };
}

function confirmPage(code: string, refusal?: string): string {
  const body = html`<form class="card sign-in" method="post" action="${SITE.email}">
    <h1>Confirm your new email</h1>
    ${refusalMessage(refusal)} ${linkCodeField(code)}
    <button class="primary" type="submit">Confirm</button>
  </form>`;
  return layout({ title: 'Confirm your new email', body, scripts: [LINK_SCRIPT] });
}
