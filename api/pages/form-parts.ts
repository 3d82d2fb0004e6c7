import { html, type Html } from '../../shared/platform/values/html.js';
import { layout } from './layout.js';

/** The text in a field of a form; empty for values that are not text or too long, which match nothing. */
export function boundedText(value: unknown, most: number): string {
  return typeof value === 'string' && value.length <= most ? value : '';
}

/** A page that says one thing. */
export function messagePage(title: string, body: Html): string {
  return layout({
    title,
    body: html`<section class="card sign-in">
      <h1>${title}</h1>
      ${body}
    </section>`,
  });
}

/** The refusal of what was sent before. */
export function refusalMessage(refusal: string | undefined): Html | null {
  return refusal === undefined ? null : html`<p class="message bad" role="alert" id="refusal">${refusal}</p>`;
}

/** Names the refusal as the description of a field. */
export function describedByRefusal(refusal: string | undefined): Html | null {
  return refusal === undefined ? null : html`aria-describedby="refusal"`;
}

export function focusedIf(wanted: boolean): Html | null {
  return wanted ? html`autofocus` : null;
}

/** The script of {@link linkCodeField}. */
export const LINK_SCRIPT = 'password.js';

/**
 * The field for the secret of a link. The script moves it there from the fragment of the URL; without it, the field is filled
 * by hand.
 */
export function linkCodeField(code: string): Html {
  return html`<div class="field" id="code-field">
    <label for="code">Code: what follows # in the link</label>
    <input id="code" name="code" value="${code}" autocomplete="off" maxlength="100" required />
  </div>`;
}

/** The field for the email of an account. */
export function emailField(email: string, refusal: string | undefined, isFocused: boolean): Html {
  return html`<div class="field">
    <label for="email">Email</label>
    <input
      id="email"
      name="email"
      type="email"
      value="${email}"
      ${describedByRefusal(refusal)}
      autocomplete="username"
      autocapitalize="none"
      spellcheck="false"
      maxlength="320"
      required
      ${focusedIf(isFocused)}
    />
  </div>`;
}
