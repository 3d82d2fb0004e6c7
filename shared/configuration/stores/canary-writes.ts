import { randomUUID } from 'node:crypto';
import type { Announcement, CanaryPart, Hold, LiftCause } from '../records/domain/network-configuration.js';
import { changeOf, claimOf, refusalOf, type CanaryStep } from '../domain/canary-step.js';
import type { NetworkRef } from '../records/stores/network-ref.js';

/** A network with the sequence of the settings that were judged. */
export interface TestedNetwork extends NetworkRef {
  readonly seq: number;
}

export interface NetworkStep extends TestedNetwork {
  readonly step: CanaryStep;
  /** When the worker judges the canary, after a claim or a lift. */
  readonly dueAt: Date;
}

/** Tests of a network that are kept: a part without an entry is tested again. */
const MAX_ENTRIES = 500;

interface Update {
  readonly filter: Record<string, unknown>;
  readonly update: Record<string, Record<string, unknown>>;
}

/** The settings are those that were judged; they have a base and are not held. */
export function tested({ organisationId, networkId, seq }: TestedNetwork) {
  return { _id: networkId, organisationId, seq, held: null, base: { $ne: null } };
}

/** Begins a hold, which the worker then announces. */
export function holdUpdate({ seq }: TestedNetwork, hold: Hold, at: Date) {
  return {
    $set: { held: hold, isHeld: true, isAnnouncing: true, changedAt: at },
    $push: { announcements: announcement(seq, hold, at, null) },
  };
}

function announcement(seq: number, hold: Hold, at: Date, liftedBy: LiftCause | null): Announcement {
  return { id: randomUUID(), seq, at, hold, liftedBy };
}

/** The update of a step, on condition of what it was judged by. */
export function stepUpdate({ step, dueAt, ...network }: NetworkStep, at: Date): Update {
  switch (step.kind) {
    case 'claim':
      return claimUpdate(network, step, dueAt, at);
    case 'lift':
      return liftUpdate(network, step, dueAt, at);
    case 'refuse':
      return { filter: openEntry(network, step), update: holdUpdate(network, refusalOf(step), at) };
    case 'wait':
    case 'fetch':
    case 'apply':
    case 'pass':
      return {
        filter: openEntry(network, step, unlessDone(step)),
        update: { $set: { changedAt: at, ...entryFields(changeOf(step)) } },
      };
  }
}

/** The canary has the place, and has not passed. */
function openEntry(network: TestedNetwork, step: CanaryStep, more: object = {}) {
  const entry = { ...entryOf(step), deviceId: step.deviceId, passedAt: null, ...more };
  return { ...tested(network), parts: { $elemMatch: entry } };
}

function entryOf({ part, variant }: CanaryStep) {
  return { part, variant: variant ?? null };
}

/** A fetch and the first report are recorded once; a fetch of what the device has already ends the test at any time. */
function unlessDone(step: CanaryStep): object {
  if (step.kind === 'fetch') return step.isPassed ? {} : { fetchedAt: null };
  return step.kind === 'apply' ? { appliedAt: null } : {};
}

function entryFields(change: Partial<CanaryPart>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).map(([field, value]) => [`parts.$.${field}`, value]));
}

/** The first claim adds the part's entry; later ones take the place that was freed. */
function claimUpdate(
  network: TestedNetwork,
  step: Extract<CanaryStep, { readonly kind: 'claim' }>,
  dueAt: Date,
  changedAt: Date,
): Update {
  const { tries } = step;
  const entry = claimOf(step);
  const $set = { changedAt, isWatched: true };
  const $min = { dueAt };
  if (tries === 1)
    return {
      filter: { ...tested(network), parts: { $not: { $elemMatch: entryOf(step) } } },
      update: { $set, $min, $push: { parts: { $each: [entry], $slice: -MAX_ENTRIES } } },
    };
  return {
    filter: {
      ...tested(network),
      parts: { $elemMatch: { ...entryOf(step), deviceId: null, tries: tries - 1 } },
    },
    update: { $set: { ...$set, 'parts.$': entry }, $min },
  };
}

/** Ends the hold of a canary that had been given up. */
function liftUpdate(
  { organisationId, networkId, seq }: TestedNetwork,
  step: Extract<CanaryStep, { readonly kind: 'lift' }>,
  dueAt: Date,
  at: Date,
): Update {
  const { deviceId, hold } = step;
  const held = { 'held.reason': hold.reason, 'held.at': hold.at, 'held.deviceId': deviceId };
  const freed = { held: null, isHeld: false, isAnnouncing: true, isWatched: true, changedAt: at };
  return {
    filter: {
      _id: networkId,
      organisationId,
      seq,
      ...held,
      parts: { $elemMatch: { ...entryOf(step), deviceId } },
    },
    update: {
      $set: { ...freed, ...entryFields(changeOf(step)) },
      $min: { dueAt },
      $push: { announcements: announcement(seq, hold, at, 'applied') },
    },
  };
}
