import { html } from './html.js';
import { layout } from './layout.js';

/**
 * The API document for people, with forms to try operations. Public, because it contains no data of organisations.
 */
export function docsPage(): string {
  return layout({
    title: 'API',
    body: html`<h1>API</h1>
      <p><a href="/openapi.json">openapi.json</a> is the same for programs.</p>
      <div id="docs" class="docs"></div>`,
    styles: ['swagger-ui.css', 'docs.css'],
    classicScripts: ['swagger-ui.js'],
    scripts: ['docs.js'],
  });
}
