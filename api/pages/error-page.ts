import { SITE } from '../paths.js';
import { html } from '../../shared/platform/values/html.js';
import { layout } from './layout.js';

/** The page of a refusal. */
export function errorPage(message: string): string {
  return layout({
    title: 'Not shown',
    body: html`<section class="card sign-in">
      <h1>This page cannot be shown</h1>
      <p class="message bad" role="alert">${message}</p>
      <p><a href="${SITE.upgrades}">Back to the upgrades</a></p>
    </section>`,
  });
}

/** The page for a path that leads nowhere. */
export function notFoundPage(): string {
  return layout({
    title: 'Not found',
    body: html`<section class="card sign-in">
      <h1>There is no such page</h1>
      <p>The address is wrong, or the page has moved.</p>
      <p><a href="/">Go to the start page</a></p>
    </section>`,
  });
}
