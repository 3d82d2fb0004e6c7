import { byId } from './dom.js';
import { keepFresh } from './keep-fresh.js';
import { upgradeTable } from './upgrade-table.js';

const BUSY_MS = 2000;
const CALM_MS = 10_000;

const freshness = byId('freshness', HTMLElement);
const table = upgradeTable();

keepFresh(
  () => table.refresh(),
  () => (table.isBusy() ? BUSY_MS : CALM_MS),
  (failed) => {
    freshness.classList.toggle('stale', failed);
    const text = failed ? 'Not up to date: the service does not answer' : 'Live';
    if (freshness.textContent !== text) freshness.textContent = text;
  },
);
