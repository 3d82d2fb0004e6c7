import { mayChange, type Caller } from '../../shared/access/domain/access.js';
import type { Account } from '../../shared/access/stores/account-store.js';
import { SITE } from '../paths.js';
import { html, type Html } from './html.js';
import { layout } from './layout.js';
import { scheduleDialog } from './schedule-dialog.js';

const COLUMNS = ['Device', 'MAC', 'Version', 'Status', 'Starts', 'Created', 'Updated'] as const;

/** The upgrades page without data, which its scripts fetch from the API. */
export function upgradesPage(caller: Caller, account: Account): string {
  const changes = mayChange(caller);
  return layout({
    title: 'Firmware upgrades',
    path: SITE.upgrades,
    viewer: account,
    scripts: ['upgrades.js'],
    styles: ['schedules.css', 'upgrade-table.css', 'dialogs.css'],
    body: html`<div class="head">
        <h1>Firmware upgrades</h1>
        <p id="freshness" class="freshness" role="status"></p>
        ${changes ? html`<button id="open-schedule" class="primary" type="button" disabled>Schedule upgrade</button>` : null}
      </div>
      <noscript
        ><p class="message bad">
          The upgrade table needs JavaScript, which is switched off in this browser.
        </p></noscript
      >
      <div id="said" class="message" role="status"></div>
      <section aria-labelledby="schedules-title">
        <h2 id="schedules-title">Running and waiting</h2>
        <ul id="schedules" class="schedules"></ul>
        <p id="no-schedules" class="nothing" hidden>No schedule is running or waiting.</p>
      </section>
      <section aria-labelledby="upgrades-title">
        <h2 id="upgrades-title">Upgrades of devices</h2>
        <table id="upgrades" class="upgrades" aria-labelledby="upgrades-title">
          <thead>
            <tr>
              ${COLUMNS.map((name) => html`<th scope="col">${name}</th>`)}
              ${changes ? html`<th scope="col"><span class="unseen">Actions</span></th>` : null}
            </tr>
          </thead>
          <tbody></tbody>
        </table>
      </section>
      ${changes ? [scheduleDialog(), confirmDialog()] : null}`,
  });
}

function confirmDialog(): Html {
  return html`<dialog
    id="confirm"
    class="ask"
    role="alertdialog"
    aria-labelledby="confirm-title"
    aria-describedby="confirm-text"
  >
    <form method="dialog">
      <h2 id="confirm-title"></h2>
      <p id="confirm-text"></p>
      <footer>
        <button type="submit" value="cancel" autofocus>Keep it</button>
        <button class="danger" type="submit" value="yes">Delete</button>
      </footer>
    </form>
  </dialog>`;
}
