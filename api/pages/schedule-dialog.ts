import { html, type Html } from './html.js';

/** The form that schedules an upgrade; api/pages/static/schedule-form.js fills and sends it. */
export function scheduleDialog(): Html {
  return html`<dialog id="schedule-dialog" class="sheet" aria-labelledby="schedule-title">
    <form id="schedule-form">
      <header>
        <h2 id="schedule-title">Schedule an upgrade</h2>
        <button class="quiet close" type="button" aria-label="Close" data-close>
          <span aria-hidden="true">×</span>
        </button>
      </header>
      <div class="fields">
        <div id="refusal" class="message bad" role="alert"></div>
        ${targets()} ${firmware()} ${start()}
        <label class="check">
          <input id="save-previous" type="checkbox" />
          <span>Save the previous configuration</span>
        </label>
      </div>
      <footer>
        <button type="button" data-close>Cancel</button>
        <button id="submit-schedule" class="primary" type="submit">Upgrade now</button>
      </footer>
    </form>
  </dialog>`;
}

function targets(): Html {
  return html`<div class="field">
    <label for="target-search">Devices, networks and tags</label>
    <div class="picker">
      <ul id="chosen-targets" class="chips" aria-label="Chosen"></ul>
      ${combobox('target-search', 'target-list', 'Found', 'target-hint', 'Type a name')}
    </div>
    <p id="target-hint" class="hint">
      A network or a tag means all its devices, also those that join before the upgrade starts.
    </p>
  </div>`;
}

function firmware(): Html {
  return html`<fieldset>
    <legend>Firmware</legend>
    <label class="check">
      <input type="radio" name="upgrade-type" value="automatic" checked />
      <span>Latest release <b id="latest-version"></b></span>
    </label>
    <div class="pair">
      <label class="check">
        <input type="radio" name="upgrade-type" value="manual" />
        <span>This version</span>
      </label>
      <select id="version" aria-label="Version"></select>
    </div>
  </fieldset>`;
}

function start(): Html {
  return html`<fieldset>
    <legend>Start</legend>
    <label class="check">
      <input type="radio" name="schedule-type" value="now" checked />
      <span>Now</span>
    </label>
    <label class="check">
      <input type="radio" name="schedule-type" value="later" />
      <span>At a date and time</span>
    </label>
    <div id="later" class="later" hidden>
      <div class="field">
        <label for="schedule-at">Date and time</label>
        <input id="schedule-at" type="datetime-local" aria-describedby="preview" />
      </div>
      <div class="field">
        <label for="zone-search">Time zone</label>
        <div class="picker">
          ${combobox('zone-search', 'zone-list', 'Time zones', 'preview', 'Type a city')}
        </div>
      </div>
      <p id="preview" class="hint" aria-live="polite"></p>
    </div>
  </fieldset>`;
}

/** An input with a list of results (WAI-ARIA combobox); option-list.js implements it. */
function combobox(id: string, listId: string, listName: string, hintId: string, placeholder: string): Html {
  return html`<input
      id="${id}"
      type="text"
      role="combobox"
      aria-autocomplete="list"
      aria-expanded="false"
      aria-controls="${listId}"
      aria-describedby="${hintId}"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      placeholder="${placeholder}"
      maxlength="128"
    />
    <div id="${listId}" class="options" role="listbox" aria-label="${listName}" hidden></div>`;
}
