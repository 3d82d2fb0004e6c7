import { SITE } from '../paths.js';
import { html, type Html } from '../../shared/platform/values/html.js';

/** The signed-in user of the page. */
export interface Viewer {
  readonly email: string;
  /** null for an operator of the installation. */
  readonly organisation: string | null;
}

export interface PageContent {
  readonly title: string;
  readonly body: Html;
  /** Where it is; marks its link in the navigation. */
  readonly path?: string;
  /** Absent when no user is signed in. */
  readonly viewer?: Viewer;
  /** Names of assets besides site.css. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
}

/** An HTML document. It references own files only and has no inline scripts or styles. */
export function layout({ title, body, path = '', viewer, scripts = [], styles = [] }: PageContent): string {
  const asset = (name: string): string => `${SITE.assets}/${name}`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · airfleet</title>
        <link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml" />
        ${['site.css', ...styles].map((name) => html`<link rel="stylesheet" href="${asset(name)}" />`)}
        ${scripts.map((name) => html`<script type="module" src="${asset(name)}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="bar">
          <a class="brand" href="${SITE.upgrades}"><span class="mark" aria-hidden="true"></span>airfleet</a>
          ${viewer && navigation(viewer, path)}
        </header>
        <main id="main" tabindex="-1">${body}</main>
      </body>
    </html>`;
  return page.text;
}

function navigation({ email, organisation }: Viewer, path: string): Html {
  const links =
    organisation === null
      ? [[SITE.board, 'Queues']]
      : [
          [SITE.console, 'Console'],
          [SITE.upgrades, 'Upgrades'],
        ];
  return html`<nav aria-label="Main">
      ${[...links, [SITE.docs, 'API']].map(([to, name]) =>
        to === path
          ? html`<a href="${to}" aria-current="page">${name}</a>`
          : html`<a href="${to}">${name}</a>`,
      )}
    </nav>
    <form class="who" method="post" action="${SITE.signOut}">
      <span class="whose"><b>${organisation ?? 'Installation'}</b> <span>${email}</span></span>
      <button class="quiet" type="submit">Sign out</button>
    </form>`;
}
