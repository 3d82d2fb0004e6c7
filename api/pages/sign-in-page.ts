import { SITE } from '../paths.js';
import { html, type Html } from '../../shared/platform/values/html.js';
import { describedByRefusal, emailField, focusedIf, refusalMessage } from './form-parts.js';
import { layout } from './layout.js';

export interface SignInForm {
  readonly email: string;
  /** The path to redirect to after signing in. */
  readonly next: string;
  /** Whether passkeys sign in here. */
  readonly takesPasskeys: boolean;
  /** The refusal of the previous attempt. */
  readonly refusal?: string;
}

export interface SecondFactorForm {
  /** The id of the sign-in. */
  readonly challenge: string;
  /** What the browser asks passkeys for, as JSON; empty for an account without one. */
  readonly passkeys: string;
  readonly next: string;
  readonly refusal?: string;
}

const PASSKEY_SCRIPT = 'passkey.js';

/** A button that the script shows in browsers that have passkeys. */
function passkeyButton(label: string): Html {
  return html`<p class="message bad" role="alert" id="passkey-refusal" hidden></p>
    <button id="passkey" type="button" hidden>${label}</button>`;
}

/** The second page of a sign-in with a second factor; works without a script. */
export function secondFactorPage({ challenge, passkeys, next, refusal }: SecondFactorForm): string {
  const hasPasskey = passkeys !== '';
  return layout({
    title: 'Second factor',
    body: html`<form class="card sign-in" method="post" action="${SITE.signInSecondFactor}">
      <h1>Second factor</h1>
      ${refusalMessage(refusal)}
      <input type="hidden" name="challenge" value="${challenge}" />
      <input type="hidden" name="next" value="${next}" />
      <input type="hidden" name="passkeys" value="${passkeys}" />
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
      ${hasPasskey ? passkeyButton('Use a passkey') : null}
      <p><a href="${SITE.signIn}">Start again</a></p>
    </form>`,
    scripts: hasPasskey ? [PASSKEY_SCRIPT] : [],
  });
}

/** The sign-in form; all but passkeys works without a script. */
export function signInPage({ email, next, takesPasskeys, refusal }: SignInForm): string {
  const ssoQuery = new URLSearchParams({ next }).toString();
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
      ${takesPasskeys ? passkeyButton('Sign in with a passkey') : null}
      <p><a href="${SITE.sso}?${ssoQuery}">Use single sign-on</a></p>
      <p><a href="${SITE.forgottenPassword}">Forgot your password?</a></p>
    </form>`,
    scripts: takesPasskeys ? [PASSKEY_SCRIPT] : [],
  });
}
