import { SITE } from '../paths.js';
import { html } from '../../shared/platform/values/html.js';
import { layout } from './layout.js';

/** The page of operators of the installation after signing in. */
export function operatorPage(email: string): string {
  return layout({
    title: 'Operator',
    viewer: { email, organisation: null },
    body: html`<section class="card sign-in">
      <h1>Operator of this installation</h1>
      <p><a href="${SITE.board}">Look at the queues</a></p>
      <p><a href="${SITE.boardToChange}">Change jobs</a></p>
    </section>`,
  });
}
