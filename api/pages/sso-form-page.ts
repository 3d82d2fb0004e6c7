import { html } from '../../shared/platform/values/html.js';
import { SITE } from '../paths.js';
import { emailField, messagePage } from './form-parts.js';
import { layout } from './layout.js';

/** Asks for the email whose domain says which identity provider signs in. @param next the path to go on at */
export function ssoFormPage({ next }: { readonly next: string }): string {
  return layout({
    title: 'Single sign-on',
    body: html`<form class="card sign-in" method="get" action="${SITE.sso}">
      <h1>Single sign-on</h1>
      <input type="hidden" name="next" value="${next}" />
      ${emailField('', undefined, true)}
      <button class="primary" type="submit">Continue</button>
      <p><a href="${SITE.signIn}">Sign in with a password</a></p>
    </form>`,
  });
}

/** Shown until the browser goes on to the identity provider by itself. */
export function ssoWaitPage(start: string): string {
  return messagePage(
    'Single sign-on',
    html`<p><a class="button" href="${start}">Continue to your identity provider</a></p>`,
  );
}

/** The end of a sign-in in a tab of its own; the script says so in the tab that waits. */
export function ssoDonePage(): string {
  return layout({
    title: 'Signed in',
    body: html`<section class="card sign-in">
      <h1>You are signed in</h1>
      <p>Close this tab and go on in the one before.</p>
    </section>`,
    scripts: ['sso-done.js'],
  });
}

/** The page of a sign-in that was refused. */
export function ssoRefusalPage(message: string): string {
  return messagePage(
    'You are not signed in',
    html`<p class="message bad" role="alert">${message}</p>
      <p><a href="${SITE.sso}">Try single sign-on again</a></p>
      <p><a href="${SITE.signIn}">Sign in with a password</a></p>`,
  );
}
