import { emailText } from '../../shared/platform/values/email.js';
import { requestPasswordLink } from '../../shared/access/operations/links/request-password-link.js';
import { setPasswordByLink } from '../../shared/access/operations/links/set-password.js';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../shared/access/operations/judge-password.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { html } from '../../shared/platform/values/html.js';
import type { ApiDeps } from '../deps.js';
import type { RequestLimits } from '../http/limits/request-limits.js';
import { SITE } from '../paths.js';
import {
  boundedText,
  describedByRefusal,
  emailField,
  LINK_SCRIPT,
  linkCodeField,
  messagePage,
  refusalMessage,
} from './form-parts.js';
import { formReader, placeOf } from './form-reader.js';
import { layout } from './layout.js';
import { showPage } from './show-page.js';
import type { PageContext } from './visitor.js';

type Page = (ctx: PageContext) => Promise<void>;

export interface PasswordPages {
  /** GET /password: the form behind a link. Programs that open the links of mails change nothing. */
  readonly show: Page;
  /** POST /password: sets the password and uses up the link. @throws AppError with the form as its page */
  readonly submit: Page;
  /** GET /forgotten_password: asks for the email. */
  readonly ask: Page;
  /** POST /forgotten_password: answers the same for every address. @throws AppError with the form as its page */
  readonly request: Page;
}

/** The pages at which people set a password by a link, and ask for one (docs/http.md#callers). */
export function passwordPages(deps: ApiDeps, limits: RequestLimits): PasswordPages {
  const receive = formReader(deps, limits);

  return {
    show(ctx) {
      showPage(ctx, passwordPage(''));
      return Promise.resolve();
    },

    async submit(ctx) {
      const form = { code: '' };
      ctx.state.errorPage = (refusal) => passwordPage(form.code, refusal);
      const { code, password } = await receive(ctx);
      form.code = boundedText(code, 100);
      const chosen = boundedText(password, LONGEST_PASSWORD);
      if (chosen.length < SHORTEST_PASSWORD)
        throw refusedPassword(`must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`);
      await setPasswordByLink(deps, form.code, chosen, placeOf(ctx)).catch((error: unknown) => {
        const [fault] = faultsOf(error);
        throw fault === undefined ? error : refusedPassword(fault.msg);
      });
      const next = html`<p>Your other sessions have ended.</p>
        <p><a href="${SITE.signIn}">Sign in</a></p>`;
      showPage(ctx, messagePage('Your password is set', next));
    },

    ask(ctx) {
      showPage(ctx, deps.env.smtp === null ? WITHOUT_MAIL : requestPage(''));
      return Promise.resolve();
    },

    async request(ctx) {
      const form = { email: '' };
      ctx.state.errorPage = (refusal) => requestPage(form.email, refusal);
      const { email } = await receive(ctx);
      if (deps.env.smtp === null) {
        showPage(ctx, WITHOUT_MAIL);
        return;
      }
      form.email = boundedText(email, 320);
      const { error } = emailText.label('The email').validate(form.email);
      if (error) throw new AppError('invalidParameters', { text: error.message });
      await requestPasswordLink(deps, form.email, ctx.ip);
      showPage(ctx, messagePage('Look into your mail', SENT));
    },
  };
}

export function faultsOf(error: unknown): readonly { readonly msg: string }[] {
  if (!(error instanceof AppError) || error.refusal !== 'settingsInvalid') return [];
  return error.details['errors'] as readonly { readonly msg: string }[];
}

function refusedPassword(msg: string): AppError {
  return new AppError('settingsInvalid', { text: `The password ${msg}` });
}

const SENT = html`<p>
  If there is an account with this email, a link to choose a new password is on its way. An address gets at
  most three such mails an hour.
</p>`;

const WITHOUT_MAIL = messagePage(
  'Forgotten password',
  html`<p>This service sends no mails. Ask an administrator for a link to choose a new password.</p>`,
);

function passwordPage(code: string, refusal?: string): string {
  const body = html`<form class="card sign-in" method="post" action="${SITE.password}">
    <h1>Choose a password</h1>
    ${refusalMessage(refusal)} ${linkCodeField(code)}
    <div class="field">
      <label for="password">New password, at least ${SHORTEST_PASSWORD} characters</label>
      <input
        id="password"
        name="password"
        type="password"
        ${describedByRefusal(refusal)}
        autocomplete="new-password"
        minlength="${SHORTEST_PASSWORD}"
        maxlength="${LONGEST_PASSWORD}"
        required
        autofocus
      />
    </div>
    <button class="primary" type="submit">Set password</button>
  </form>`;
  return layout({ title: 'Choose a password', body, scripts: [LINK_SCRIPT] });
}

function requestPage(email: string, refusal?: string): string {
  const body = html`<form class="card sign-in" method="post" action="${SITE.forgottenPassword}">
    <h1>Forgotten password</h1>
    ${refusalMessage(refusal)} ${emailField(email, refusal, true)}
    <button class="primary" type="submit">Send me a link</button>
  </form>`;
  return layout({ title: 'Forgotten password', body });
}
