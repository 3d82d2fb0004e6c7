import { getJson, Refusal, sendJson } from './api.js';
import { say } from './dialogs.js';
import { byId, make } from './dom.js';
import { describeTime, nextNight } from './schedule-time.js';
import { targetPicker } from './target-picker.js';
import { zonePicker } from './zone-picker.js';

/** @typedef {{ version: string, is_released: boolean }} Release */

/**
 * The dialog that schedules an upgrade.
 * @param {() => void} onScheduled called whenever something may have been written
 */
export function scheduleForm(onScheduled) {
  const dialog = byId('schedule-dialog', HTMLDialogElement);
  const form = byId('schedule-form', HTMLFormElement);
  const later = byId('later', HTMLElement);
  const scheduleAt = byId('schedule-at', HTMLInputElement);
  const version = byId('version', HTMLSelectElement);
  const submit = byId('submit-schedule', HTMLButtonElement);
  const savePrevious = byId('save-previous', HTMLInputElement);
  const refusal = byId('refusal', HTMLElement);
  const targets = targetPicker();
  const zones = zonePicker(preview);

  /** @param {string} name */
  const choice = (name) => String(new FormData(form).get(name));

  function preview() {
    byId('preview', HTMLElement).textContent = describeTime(scheduleAt.value, zones.zone(), Date.now());
  }

  function arrange() {
    const isLater = choice('schedule-type') === 'later';
    later.hidden = !isLater;
    scheduleAt.required = isLater;
    version.disabled = choice('upgrade-type') !== 'manual';
    submit.textContent = isLater ? 'Schedule upgrade' : 'Upgrade now';
    if (isLater && scheduleAt.value === '') scheduleAt.value = nextNight(zones.zone(), Date.now());
    preview();
  }

  async function showReleases() {
    const { data } = await getJson('/upgrades/releases.json');
    const { releases } = /** @type {{ releases: Release[] }} */ (data);
    const options = releases.map((release) => {
      const label = release.is_released ? release.version : `${release.version} (not released)`;
      return make('option', { value: release.version }, label);
    });
    version.replaceChildren(...options);
    const [latest] = releases;
    byId('latest-version', HTMLElement).textContent = latest
      ? `${latest.version}${latest.is_released ? '' : ' (not released)'}`
      : '(there is none)';
  }

  async function open() {
    form.reset();
    targets.clear();
    zones.reset();
    refusal.textContent = '';
    arrange();
    dialog.showModal();
    targets.focus();
    await showReleases().catch(showRefusal);
  }

  /** @param {unknown} error */
  function showRefusal(error) {
    refusal.textContent = error instanceof Error ? error.message : String(error);
    refusal.scrollIntoView({ block: 'nearest' });
  }

  function request() {
    const isLater = choice('schedule-type') === 'later';
    return {
      aps: targets.chosen(),
      upgrade_type: choice('upgrade-type'),
      ...(choice('upgrade-type') === 'manual' ? { version: version.value } : {}),
      schedule_type: choice('schedule-type'),
      ...(isLater ? { schedule_at: scheduleAt.value.replace('T', ' ') } : {}),
      time_zone: zones.zone(),
      save_prev_config: savePrevious.checked,
    };
  }

  async function send() {
    if (targets.chosen().length === 0) {
      targets.focus();
      throw new Refusal('Choose at least one device, network or tag.');
    }
    const { message } = await sendJson('POST', '/upgrades.json', { upgrade: request() });
    dialog.close();
    say(String(message), 'good');
  }

  form.addEventListener('change', arrange);
  scheduleAt.addEventListener('input', preview);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    refusal.textContent = '';
    submit.disabled = true;
    // Also after a refusal, because a device without firmware does not prevent the others from being scheduled.
    void send()
      .catch(showRefusal)
      .finally(() => {
        submit.disabled = false;
        onScheduled();
      });
  });
  for (const button of dialog.querySelectorAll('[data-close]')) {
    button.addEventListener('click', () => dialog.close());
  }
  const opener = byId('open-schedule', HTMLButtonElement);
  opener.addEventListener('click', () => void open());
  // Disabled until now, because a click before the listener exists would be lost.
  opener.disabled = false;
}
