import { SITE } from '../paths.js';
import { html } from '../../shared/platform/values/html.js';
import { describedByRefusal, emailField, focusedIf, refusalMessage } from './form-parts.js';
import { layout } from './layout.js';

export interface SignInForm {
  readonly email: string;
  /** The path to redirect to after signing in. */
  readonly next: string;
  /** The refusal of the previous attempt. */
  readonly refusal?: string;
}

export interface SecondFactorForm {
  /** The id of the sign-in. */
  readonly challenge: string;
  readonly next: string;
  readonly refusal?: string;
}

/** The second page of a sign-in with a second factor; works without a script. */
export function secondFactorPage({ challenge, next, refusal }: SecondFactorForm): string {
  return layout({
    title: 'Second factor',
    body: html`<form class="card sign-in" method="post" action="${SITE.signInSecondFactor}">
      <h1>Second factor</h1>
      ${refusalMessage(refusal)}
      <input type="hidden" name="challenge" value="${challenge}" />
      <input type="hidden" name="next" value="${next}" />
      <div class="field">
        <label for="code">Code of your authenticator app, or a recovery code</label>
        <input
          id="code"
          name="code"
          ${describedByRefusal(refusal)}
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck="false"
          maxlength="100"
          required
          autofocus
        />
      </div>
      <button class="primary" type="submit">Sign in</button>
      <p><a href="${SITE.signIn}">Start again</a></p>
    </form>`,
  });
}

/** The sign-in form; works without a script. */
export function signInPage({ email, next, refusal }: SignInForm): string {
  return layout({
    title: 'Sign in',
    body: html`<form class="card sign-in" method="post" action="${SITE.signIn}">
      <h1>Sign in</h1>
      ${refusalMessage(refusal)}
      <input type="hidden" name="next" value="${next}" />
      ${emailField(email, refusal, email === '')}
      <div class="field">
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          ${describedByRefusal(refusal)}
          autocomplete="current-password"
          maxlength="1024"
          required
          ${focusedIf(email !== '')}
        />
      </div>
      <button class="primary" type="submit">Sign in</button>
      <p><a href="${SITE.forgottenPassword}">Forgot your password?</a></p>
    </form>`,
  });
}
