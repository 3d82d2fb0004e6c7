import { getJson, sendJson } from './api.js';
import { confirmDeletion, say } from './dialogs.js';
import { byId, make } from './dom.js';
import { keepFocus, returnFocus } from './kept-focus.js';
import { shortTime } from './short-time.js';

/** @typedef {import('../../../shared/upgrades/domain/upgrade-status.js').UpgradeStatus} UpgradeStatus */

/**
 * @typedef {object} Schedule
 * @property {number} id
 * @property {string} version
 * @property {{ kind: string, id: number, name: string }[]} targets
 * @property {number} target_count
 * @property {'now' | 'later'} schedule_type
 * @property {string} due_at
 * @property {string | null} time_zone
 * @property {boolean} released
 * @property {Partial<Record<UpgradeStatus, number>>} counts
 */

/** Parts of the bar, from what is done to what is to come, each with its word in the legend. */
const PARTS = /** @type {const} */ ({
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  verifying: 'verifying',
  running: 'upgrading',
  queued: 'waiting for the device',
  pending: 'pending',
});

/** @type {Record<UpgradeStatus, keyof typeof PARTS>} */
const PART_OF = {
  Success: 'done',
  Skipped: 'done',
  Failed: 'failed',
  Expired: 'failed',
  Cancelled: 'cancelled',
  Verifying: 'verifying',
  Downloading: 'running',
  Installing: 'running',
  Queued: 'queued',
  Pending: 'pending',
};
const ENDS = ['done', 'failed', 'cancelled'];
const FINISHED_SHOWN = 2;
const SOON_MS = 10_000;

/**
 * Draws the schedules that run and wait, and the last few that have ended.
 * @param {boolean} mayChange
 * @param {() => void} onChanged called when pending upgrades of a schedule were deleted
 * @returns {{ refresh: () => Promise<void>, busy: () => boolean }} `busy` while something runs or is about to
 */
export function scheduleList(mayChange, onChanged) {
  const list = byId('schedules', HTMLElement);
  /** @type {Schedule[]} */
  let shown = [];
  let last = '';
  let busy = false;

  list.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    const id = button?.closest('[data-schedule]')?.getAttribute('data-schedule');
    const schedule = shown.find((one) => String(one.id) === id);
    if (schedule) void remove(schedule);
  });

  /** @param {Schedule} schedule */
  async function remove(schedule) {
    const pending = schedule.counts.Pending ?? 0;
    const what = pending === 1 ? 'The pending upgrade' : `All ${pending} pending upgrades`;
    const consequence = `${what} to ${schedule.version} for ${aim(schedule)} will not take place.`;
    const confirmed = await confirmDeletion('Delete the schedule?', consequence);
    returnFocus(list, 'data-schedule', schedule.id);
    if (!confirmed) return;
    try {
      const { message } = await sendJson('DELETE', `/upgrades/schedules/${schedule.id}.json`);
      say(`${message}.`, 'good');
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), 'bad');
    }
    onChanged();
  }

  return {
    busy: () => busy,
    async refresh() {
      const { data } = await getJson('/upgrades/schedules.json');
      const { schedules } = /** @type {{ schedules: Schedule[] }} */ (data);
      const open = schedules.filter((schedule) => !isOver(schedule));
      busy = open.some(
        (schedule) => isRunning(schedule) || Date.parse(schedule.due_at) < Date.now() + SOON_MS,
      );
      open.sort((a, b) => Number(isRunning(b)) - Number(isRunning(a)) || order(a, b));
      const over = schedules.filter(isOver).sort((a, b) => b.id - a.id);
      shown = [...open, ...over.slice(0, FINISHED_SHOWN)];
      const text = JSON.stringify(shown);
      if (text === last) return;
      last = text;
      const giveBack = keepFocus(list, 'data-schedule');
      list.replaceChildren(...shown.map((schedule) => item(schedule, mayChange)));
      giveBack();
      byId('no-schedules', HTMLElement).hidden = shown.length > 0;
    },
  };
}

/** What waits by when it starts, what runs with the newest first. @param {Schedule} a @param {Schedule} b */
function order(a, b) {
  return isRunning(a) ? b.id - a.id : a.due_at.localeCompare(b.due_at);
}

/** @param {Schedule} schedule */
function parts({ counts }) {
  const statuses = /** @type {UpgradeStatus[]} */ (Object.keys(PART_OF));
  return Object.entries(PARTS)
    .map(([name, word]) => {
      const counted = statuses.filter((status) => PART_OF[status] === name);
      return { name, word, count: counted.reduce((sum, status) => sum + (counts[status] ?? 0), 0) };
    })
    .filter(({ count }) => count > 0);
}

/** @param {Schedule} schedule */
function isOver(schedule) {
  return schedule.released && parts(schedule).every(({ name }) => ENDS.includes(name));
}

/** @param {Schedule} schedule */
function isRunning(schedule) {
  return !isOver(schedule) && parts(schedule).some(({ name }) => name !== 'pending');
}

/** @param {Schedule} schedule @param {boolean} mayChange */
function item(schedule, mayChange) {
  const all = parts(schedule);
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const ended = all.filter(({ name }) => ENDS.includes(name)).reduce((sum, { count }) => sum + count, 0);
  const words = all.map(({ count, word }) => `${count} ${word}`).join(', ');
  const title = `Version ${schedule.version} for ${aim(schedule)}`;
  const bar = make('div', {
    class: 'progress',
    role: 'progressbar',
    'aria-label': title,
    'aria-valuemin': 0,
    'aria-valuemax': total,
    'aria-valuenow': ended,
    'aria-valuetext': `${ended} of ${total} finished: ${words}`,
  });
  for (const { name, count } of all) {
    const part = make('span', { class: `part ${name}` });
    part.style.flexGrow = String(count);
    bar.append(part);
  }
  const legend = all.map(({ name, count, word }) =>
    make('span', { class: `count ${name}` }, `${count} ${word}`),
  );
  const deletable = mayChange && (schedule.counts.Pending ?? 0) > 0;
  const label = `Delete the pending upgrades to ${schedule.version} for ${aim(schedule)}`;
  return make(
    'li',
    { class: `schedule ${isOver(schedule) ? 'over' : ''}`, 'data-schedule': schedule.id },
    make(
      'div',
      { class: 'what' },
      make('b', {}, schedule.version),
      make('span', { class: 'aim' }, aim(schedule)),
      ...(deletable
        ? [make('button', { type: 'button', class: 'small', 'aria-label': label }, 'Delete')]
        : []),
    ),
    bar,
    make(
      'div',
      { class: 'counts' },
      make('b', {}, `${ended} of ${total}`),
      ...legend,
      make('span', { class: 'when' }, when(schedule)),
    ),
  );
}

/** @param {Schedule} schedule */
function aim({ targets, target_count: count }) {
  const names = targets.map(({ kind, name }) => (kind === 'device' ? name : `${kind} ${name}`));
  const more = count - names.length;
  if (names.length === 0) return count === 1 ? '1 target' : `${count} targets`;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

/** @param {Schedule} schedule */
function when(schedule) {
  const due = new Date(schedule.due_at);
  if (isOver(schedule)) return `finished, started ${shortTime(due)}`;
  if (isRunning(schedule)) return `started ${shortTime(due)}`;
  if (schedule.schedule_type === 'now') return 'starting';
  const zone = schedule.time_zone ?? 'UTC';
  return `starts ${shortTime(due, zone)} ${zone}`;
}
