import { namesOf, type AuditedFields, type AuditEntry, type Author } from '../../audit/domain/audit-entry.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { StageRecord } from '../models/rollout-stage.js';
import type { LogEvent, LogKind } from './log-event.js';
import type { RolloutState, StageState } from './rollout-state.js';
import { coveredAtEnd } from './waiting/waiting-for.js';

/** The fields of a rollout that its log follows. */
type Logged = Pick<RolloutRecord, 'state' | 'stateReason' | 'settings' | 'stages' | 'planned' | 'watch'>;

/** What a write of a rollout did: changes of its settings, its stages and its state, in this order. */
export function eventsBetween(before: Logged, after: Logged): LogEvent[] {
  const events = [settingsEvent(before, after)];
  for (const [index, stage] of after.stages.entries()) {
    const former = before.stages[index];
    if (former && former.state !== stage.state) events.push(...stageEvents(index + 1, former, stage));
  }
  events.push(watchEvent(before, after));
  if (before.state !== after.state) events.push(stateEvent(before, after));
  return events.filter((event) => event !== null);
}

/** The event of a new or deleted Draft. */
export function draftEvent(kind: 'rollout.created' | 'rollout.deleted', rollout: Logged): LogEvent {
  const { settings } = rollout;
  const fields = { state: rollout.state, ...settings };
  return kind === 'rollout.created'
    ? { ...EVENT, kind, text: `Created "${settings.name}"`, after: fields }
    : { ...EVENT, kind, text: `Deleted "${settings.name}"`, before: fields };
}

const EVENT = { before: null, after: null, reason: null } as const;

/** Settings that changed, apart from those that a start fixes. */
function settingsEvent(before: Logged, after: Logged): LogEvent | null {
  if (before.settings === after.settings || (before.state === 'Draft') !== (after.state === 'Draft'))
    return null;
  const [old, now] = [before.settings, after.settings] as unknown as [AuditedFields, AuditedFields];
  const names = Object.keys(now).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
  if (names.length === 0) return null;
  const pick = (from: AuditedFields): AuditedFields =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  const text = `Changed ${names.join(', ')}`;
  return { ...EVENT, kind: 'rollout.updated', text, before: pick(old), after: pick(now) };
}

const STAGE_KINDS: Readonly<Record<StageState, readonly [kind: LogKind, does: string] | null>> = {
  Waiting: null,
  Binding: ['rollout.stage.started', 'started'],
  Running: ['rollout.stage.bound', 'has all of its upgrades'],
  Soaking: ['rollout.stage.soaking', 'soaks'],
  AwaitingApproval: ['rollout.stage.awaiting_approval', 'awaits approval'],
  Done: ['rollout.stage.done', 'is done'],
};

/** The event of a stage that moved on; an approval is one of its own. */
function stageEvents(n: number, before: StageRecord, after: StageRecord): LogEvent[] {
  const row = STAGE_KINDS[after.state];
  if (row === null) return [];
  const { state, bound, onVersion, noFirmware, releaseGone, ended } = after;
  const fields = {
    before: { stage: n, state: before.state },
    after: {
      stage: n,
      state,
      bound,
      on_version: onVersion,
      no_firmware: noFirmware,
      release_gone: releaseGone,
      ended,
    },
    reason: null,
  };
  if (before.state === 'Soaking' && state === 'Running')
    return [{ ...fields, kind: 'rollout.stage.resumed', text: `Stage ${n} runs again, with more canaries` }];
  const moved: LogEvent = { ...fields, kind: row[0], text: `Stage ${n} ${row[1]}` };
  if (before.state !== 'AwaitingApproval') return [moved];
  return [{ ...fields, kind: 'rollout.stage.approved', text: `Stage ${n} is approved` }, moved];
}

/** The beginning and the end of the watch. */
function watchEvent(before: Logged, { watch, settings }: Logged): LogEvent | null {
  if (watch === null || before.watch?.state === watch.state) return null;
  const fields = {
    before: { watch: before.watch?.state ?? null },
    after: { watch: watch.state, held_out: watch.heldOut, watch_minutes: settings.gates.watch_minutes },
    reason: null,
  };
  if (watch.state === 'watching')
    return {
      ...fields,
      kind: 'rollout.watch.started',
      text: `Watches; ${watch.heldOut} devices are held out`,
    };
  if (watch.state === 'hold_out')
    return {
      ...fields,
      kind: 'rollout.watch.done',
      text: `Upgrades the ${watch.heldOut} devices that were held out`,
    };
  return null;
}

const STATE_KINDS: Readonly<Record<Exclude<RolloutState, 'Draft'>, LogKind>> = {
  Scheduled: 'rollout.scheduled',
  Running: 'rollout.started',
  Paused: 'rollout.paused',
  Completed: 'rollout.completed',
  Cancelled: 'rollout.cancelled',
};

function stateEvent(before: Logged, after: Logged): LogEvent | null {
  const { state, stateReason, settings } = after;
  if (state === 'Draft') return null;
  const resumed = state === 'Running' && before.state === 'Paused';
  const kind = resumed ? 'rollout.resumed' : STATE_KINDS[state];
  const begins = before.state === 'Draft' ? { version: settings.version, end_at: settings.end_at } : {};
  const gate = stateReason?.['gate'];
  const reason = typeof stateReason?.['reason'] === 'string' ? stateReason['reason'] : null;
  return {
    kind,
    text: `${resumed ? 'Resumed' : STATE_TEXTS[state]}${typeof gate === 'string' ? ` by ${gateText(gate)}` : ''}`,
    before: { state: before.state },
    after: {
      state,
      state_reason: stateReason,
      ...begins,
      ...(state === 'Completed' ? coveredAtEnd(after) : {}),
    },
    reason: reason ?? (typeof gate === 'string' ? gate : null),
  };
}

/** Such as "the failure gate". */
function gateText(gate: string): string {
  return gate === 'drift' ? 'drift' : `the ${gate.replaceAll('_', ' ')}`;
}

const STATE_TEXTS: Readonly<Record<Exclude<RolloutState, 'Draft'>, string>> = {
  Scheduled: 'Scheduled',
  Running: 'Started',
  Paused: 'Paused',
  Completed: 'Completed',
  Cancelled: 'Cancelled',
};

/** The subject of the entries about a rollout. */
export function rolloutSubject(id: number): string {
  return `rollout:${id}`;
}

/**
 * The entries of the events of one write, under ids that are made of its `seq`: `7_42_0` is the first event of write 42 of
 * rollout 7.
 */
export function logEntries(
  { _id, organisationId }: Pick<RolloutRecord, '_id' | 'organisationId'>,
  { seq, at, events }: { readonly seq: number; readonly at: Date; readonly events: readonly LogEvent[] },
  author: Author,
): AuditEntry[] {
  return events.map(({ kind, text, ...event }, n) => ({
    id: `${_id}_${seq}_${n}`,
    organisationId,
    at,
    ...namesOf(author),
    action: kind,
    subject: rolloutSubject(_id),
    ...event,
    log: { seq, n, text },
  }));
}

/** The position of an event of a rollout by its id; null when it is not the id of one. */
export function readEventId(id: string, rolloutId: number): { seq: number; n: number } | null {
  const [, of, seq, n] = /^(\d{1,15})_(\d{1,15})_(\d{1,6})$/.exec(id) ?? [];
  return Number(of) === rolloutId ? { seq: Number(seq), n: Number(n) } : null;
}
