import DataTable from './datatables.js';
import { getJson, postJson } from './api.js';
import { byId, make } from './dom.js';
import { keepFocus } from './kept-focus.js';
import { shortTime, zoneNamed } from './short-time.js';

/** @typedef {import('../../../shared/upgrades/domain/upgrade-status.js').UpgradeStatus} UpgradeStatus */

/**
 * @typedef {object} Row
 * @property {number} id
 * @property {string} version
 * @property {string[]} mac_id
 * @property {string[]} device_names
 * @property {number[]} router_inventory_ids
 * @property {string} schedule_type
 * @property {string | null} schedule_at
 * @property {string | null} time_zone
 * @property {UpgradeStatus} status
 * @property {string} created_at
 * @property {string} updated_at
 * @property {number | null} progress
 * @property {number} attempts
 * @property {string | null} message
 */

/** @typedef {{ recordsTotal: number, recordsFiltered: number, data: Row[] }} Page */

const PAGE_SIZES = [10, 25, 50, 100];
/** @typedef {('asc' | 'desc')[]} Directions */
/** @type {Directions} */
const UP_FIRST = ['asc', 'desc'];
/** @type {Directions} */
const DOWN_FIRST = ['desc', 'asc'];

/** Whether an upgrade is expected to change within seconds. @type {Record<UpgradeStatus, boolean>} */
const CHANGES_SOON = {
  Pending: false,
  Queued: true,
  Downloading: true,
  Installing: true,
  Verifying: true,
  Success: false,
  Skipped: false,
  Failed: false,
  Expired: false,
  Cancelled: false,
};

/** The table of upgrades, by DataTables on upgrade_list. It is busy while a row of the page changes soon. */
export function upgradeTable() {
  const failure = byId('failure', HTMLElement);
  const element = byId('upgrades', HTMLTableElement);
  const heads = [...element.querySelectorAll('th')].map((head) => head.textContent);
  /** @type {object | null} What DataTables asked for last. */
  let lastRequest = null;
  let lastText = '';
  let isBusy = false;
  /** @type {Page | null} A page that was fetched already and only has to be drawn. */
  let fetched = null;

  /** @param {object} request @returns {Promise<Page>} */
  async function load(request) {
    const page = /** @type {Page} */ (await postJson('/upgrades/upgrade_list.json', request));
    if (page.data.length === 0) return page;
    const ids = page.data.map(({ id }) => ['ids[]', String(id)]);
    const { data } = await getJson('/upgrades/progress.json', new URLSearchParams(ids));
    const { upgrades } = /** @type {{ upgrades: Row[] }} */ (data);
    const details = new Map(upgrades.map((upgrade) => [upgrade.id, upgrade]));
    return { ...page, data: page.data.map((row) => ({ ...row, ...pick(details.get(row.id)) })) };
  }

  const table = new DataTable(element, {
    serverSide: true,
    autoWidth: false,
    searchDelay: 250,
    pageLength: 25,
    lengthMenu: PAGE_SIZES,
    order: [[5, 'desc']],
    layout: { topStart: 'search', topEnd: 'pageLength', bottomStart: 'info', bottomEnd: 'paging' },
    language: {
      search: 'Search',
      searchPlaceholder: 'Device, MAC, version, status …',
      lengthMenu: 'Rows _MENU_',
      info: '_START_–_END_ of _TOTAL_',
      infoEmpty: 'No upgrades',
      infoFiltered: '(of _MAX_)',
      emptyTable: 'No upgrade has been scheduled yet.',
      zeroRecords: 'No upgrade matches the search.',
    },
    columns: columns(),
    ajax(/** @type {{ draw?: number }} */ request, /** @type {(page: unknown) => void} */ draw) {
      lastRequest = request;
      const ready = fetched ?? load(request);
      fetched = null;
      Promise.resolve(ready).then(
        (page) => {
          lastText = textOf(page);
          isBusy = page.data.some((row) => CHANGES_SOON[row.status]);
          failure.textContent = '';
          draw({ ...page, draw: request.draw });
        },
        (error) => (failure.textContent = error.message),
      );
    },
    createdRow(
      /** @type {HTMLElement} */ row,
      /** @type {object} */ data,
      /** @type {number} */ _index,
      /** @type {HTMLElement[]} */ cells,
    ) {
      row.dataset['id'] = String(/** @type {Row} */ (data).id);
      // On narrow screens a row is a card and each value follows the name of its column.
      cells.forEach((cell, index) => (cell.dataset['label'] = heads[index] ?? ''));
    },
  });
  /** @type {() => void} */
  let giveBack = () => undefined;
  table.on('preDraw', () => {
    giveBack = keepFocus(element, 'data-id');
  });
  table.on('draw', () => giveBack());

  return {
    isBusy: () => isBusy,
    /** Redraws only if the rows have changed, so that it does not disturb reading or typing. */
    async refresh() {
      const request = lastRequest;
      if (request === null) return;
      const page = await load(request);
      if (request !== lastRequest || textOf(page) === lastText) return;
      fetched = page;
      table.ajax.reload(undefined, false);
    },
  };
}

/** The visible part of an answer. @param {Page} page */
function textOf({ recordsTotal, recordsFiltered, data }) {
  return JSON.stringify([recordsTotal, recordsFiltered, data]);
}

/** @param {Row | undefined} upgrade */
function pick(upgrade) {
  if (!upgrade) return { progress: null, attempts: 0, message: null };
  const { status, progress, attempts, message } = upgrade;
  return { status, progress, attempts, message };
}

/** The name of the device, which leads to its upgrades in the console. @param {Row} row */
function device({ device_names: names, mac_id: macs, router_inventory_ids: ids }) {
  const href = `/console/devices/${ids[0]}?tab=upgrades`;
  return make('a', { href }, names[0] || macs[0] || '');
}

function columns() {
  /** @param {string} data @param {(row: Row) => Node | string} draw @param {Directions} orderSequence */
  const column = (data, draw, orderSequence) => ({
    data,
    orderable: orderSequence.length > 0,
    orderSequence,
    className: `c-${data}`,
    render: (/** @type {unknown} */ _value, /** @type {string} */ _type, /** @type {Row} */ row) =>
      make('span', { class: 'cell' }, draw(row)),
  });
  return [
    column('device_names', device, []),
    column('mac_id', (row) => row.mac_id[0] ?? '', UP_FIRST),
    column('version', (row) => row.version, UP_FIRST),
    column('status', status, UP_FIRST),
    column('schedule_at', starts, DOWN_FIRST),
    column('created_at', (row) => time(row.created_at), DOWN_FIRST),
    column('updated_at', (row) => time(row.updated_at), DOWN_FIRST),
  ];
}

/** @param {Row} row */
function status({ status: name, progress, message, attempts }) {
  const percent = name === 'Downloading' && progress !== null ? ` ${Math.round(progress)}%` : '';
  const pill = make('span', { class: `pill ${name.toLowerCase()}` }, `${name}${percent}`);
  const tries = name === 'Queued' && attempts > 0 ? [`try ${attempts + 1}`] : [];
  const words = [...tries, ...(message ? [message] : [])].join(' · ');
  return words === '' ? pill : make('span', { class: 'told' }, pill, make('small', {}, words));
}

/** @param {Row} row */
function starts({ schedule_type: type, schedule_at: at, time_zone: name }) {
  if (type === 'now' || at === null) return 'at once';
  const zone = name === null ? null : zoneNamed(name);
  const shown = shortTime(new Date(at), zone?.timeZone);
  return make('span', { class: 'told' }, shown, make('small', {}, zone?.label ?? ''));
}

/** @param {string} iso */
function time(iso) {
  return make('time', { datetime: iso, title: iso }, shortTime(new Date(iso)));
}
