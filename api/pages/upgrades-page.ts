import { mayChange, type Caller } from '../../shared/access/domain/access.js';
import type { AccountNames } from '../../shared/access/stores/account-store.js';
import { SITE } from '../paths.js';
import { html } from '../../shared/platform/values/html.js';
import { layout } from './layout.js';

const COLUMNS = ['Device', 'MAC', 'Version', 'Status', 'Starts', 'Created', 'Updated'] as const;

/** The table of upgrades without data, which its scripts fetch from the API. Changes are made in the console. */
export function upgradesPage(caller: Caller, account: AccountNames): string {
  return layout({
    title: 'Firmware upgrades',
    path: SITE.upgrades,
    viewer: account,
    scripts: ['upgrades.js'],
    styles: ['upgrade-table.css'],
    body: html`<div class="head">
        <h1>Firmware upgrades</h1>
        <p id="freshness" class="freshness" role="status"></p>
        <p class="links">
          <a href="${SITE.console}/rollouts">Rollouts and schedules</a>
          ${mayChange(caller) ? html`<a href="${SITE.console}/rollouts/new">Upgrade devices</a>` : null}
        </p>
      </div>
      <noscript
        ><p class="message bad">
          The upgrade table needs JavaScript, which is switched off in this browser.
        </p></noscript
      >
      <p id="failure" class="message bad" role="alert"></p>
      <table id="upgrades" class="upgrades" aria-label="Upgrades of devices">
        <thead>
          <tr>
            ${COLUMNS.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody></tbody>
      </table>`,
  });
}
