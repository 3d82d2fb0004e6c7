import { byId } from './dom.js';
import { keepFresh } from './keep-fresh.js';
import { scheduleForm } from './schedule-form.js';
import { scheduleList } from './schedules.js';
import { upgradeTable } from './upgrade-table.js';

const BUSY_MS = 2000;
const CALM_MS = 10_000;

const mayChange = document.getElementById('open-schedule') !== null;
const freshness = byId('freshness', HTMLElement);
const schedules = scheduleList(mayChange, () => refreshNow());
const table = upgradeTable(mayChange, () => refreshNow());

const refreshNow = keepFresh(
  async () => {
    await Promise.all([schedules.refresh(), table.refresh()]);
  },
  () => (schedules.busy() ? BUSY_MS : CALM_MS),
  (failed) => {
    freshness.classList.toggle('stale', failed);
    const text = failed ? 'Not up to date: the service does not answer' : 'Live';
    if (freshness.textContent !== text) freshness.textContent = text;
  },
);
if (mayChange) scheduleForm(refreshNow);
