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
