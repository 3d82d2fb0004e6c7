import { SITE } from '../paths.js';
import { html } from '../../shared/platform/values/html.js';
import { layout, type Viewer } from './layout.js';

/**
 * The API document for people, with forms to try operations. Public, because it contains no data of organisations; a
 * signed-in user has the navigation.
 */
export function docsPage(viewer: Viewer | null): string {
  return layout({
    title: 'API',
    path: SITE.docs,
    body: html`<h1>API</h1>
      <p><a href="/openapi.json">openapi.json</a> is the same for programs.</p>
      <div class="docs-top">
        <div class="field">
          <label for="token">Access token</label>
          <input id="token" type="password" autocomplete="off" aria-describedby="token-about" />
          <span id="token-about" class="hint"
            >Sent with the requests of this page. Without one, they are sent with the session of this
            browser.</span
          >
        </div>
        <div class="field">
          <label for="filter">Filter</label>
          <input id="filter" type="search" />
        </div>
      </div>
      <nav aria-label="Groups of operations"><ul id="groups"></ul></nav>
      <div id="operations"></div>`,
    styles: ['docs.css'],
    scripts: ['docs.js'],
    ...(viewer ? { viewer } : {}),
  });
}
