import { SITE } from '../paths.js';
import { html } from '../../shared/platform/values/html.js';
import { layout } from './layout.js';

export interface SignInForm {
  readonly email: string;
  /** The path to redirect to after signing in. */
  readonly next: string;
  /** The refusal of the previous attempt. */
  readonly refusal?: string;
}

/** The sign-in form; works without a script. */
export function signInPage({ email, next, refusal }: SignInForm): string {
  return layout({
    title: 'Sign in',
    body: html`<form class="card sign-in" method="post" action="${SITE.signIn}">
      <h1>Sign in</h1>
      ${refusal === undefined ? null : html`<p class="message bad" role="alert" id="refusal">${refusal}</p>`}
      <input type="hidden" name="next" value="${next}" />
      <div class="field">
        <label for="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          value="${email}"
          ${describe(refusal)}
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          maxlength="320"
          required
          ${autofocus(email === '')}
        />
      </div>
      <div class="field">
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          ${describe(refusal)}
          autocomplete="current-password"
          maxlength="1024"
          required
          ${autofocus(email !== '')}
        />
      </div>
      <button class="primary" type="submit">Sign in</button>
      <p><a href="${SITE.forgottenPassword}">Forgot your password?</a></p>
    </form>`,
  });
}

function describe(refusal: string | undefined) {
  return refusal === undefined ? null : html`aria-describedby="refusal"`;
}

function autofocus(wanted: boolean) {
  return wanted ? html`autofocus` : null;
}
