import { randomUUID } from 'node:crypto';
import type { NetworkConfigurationRecord } from '../models/network-configuration.js';
import {
  forcedSettings,
  settingsInForce,
  type Announcement,
  type BaseSettings,
  type CanaryDefault,
  type CanaryPart,
  type Hold,
  type LiftCause,
  type RadiusBefore,
  type SsidBefore,
  type StoredSettings,
} from './network-configuration.js';
import type { RadioSettings } from './radio-settings.js';

/** What an edit has changed, as it was before. */
export interface EditBefore {
  /** The SSIDs that it has written or deleted. */
  readonly ssids?: readonly SsidBefore[];
  /** The SSIDs that it has deleted. */
  readonly deleted?: readonly number[];
  /** The RADIUS servers that it has changed. */
  readonly servers?: readonly RadiusBefore[];
  /** The time zone, where the edit has changed it. */
  readonly timeZone?: string | null;
  /** The radio settings, where the edit has changed them; null: none were set. */
  readonly radio?: RadioSettings | null;
}

/** One change of the record of a network's configuration by a caller. */
export interface RecordChange {
  readonly at: Date;
  /** Null: not an edit; the sequence stays. */
  readonly edit: EditBefore | null;
  /** The settings that change. */
  readonly settings?: StoredSettings;
  /** The import that writes, if it is one: the settings with which it adds a network have no base. */
  readonly importedAt?: Date;
  /** What the change is, and what ends a hold. A retry is an edit that changes nothing. */
  readonly liftedBy: LiftCause;
}

/**
 * The fields that a network gets when it has devices that do not restore anything by themselves: canaries, and as the base of
 * their tests its settings now. Null when it has them.
 * @param stored absent: the settings of the network have never changed
 */
export function forceCanaries(
  stored: NetworkConfiguration | undefined,
  at: Date,
  env: CanaryDefault,
): NetworkConfiguration | null {
  const { seq = 0, base = null, settings } = stored ?? {};
  const inForce = settingsInForce(settings, env);
  const { canary, soakS, confirmWithinS } = forcedSettings(inForce);
  const isForced = settings?.canary === true && settings.soakS === soakS;
  if (isForced && base) return null;
  const forced = { seq, changedAt: at, settings: { ...settings, canary, soakS } };
  if (base && inForce.canary) return forced;
  return { ...forced, base: { seq, ssids: [], confirmWithinS }, parts: [], refusals: [] };
}

/** A stored record without its keys. */
export type NetworkConfiguration = Omit<NetworkConfigurationRecord, '_id' | 'organisationId'>;

/**
 * The fields that a change sets (docs/configuration.md#edit): an edit adds one to the sequence, ends every test and hold,
 * and keeps as the base the last settings that have passed.
 * @param stored absent: the settings of the network have never changed
 */
export function changeNetworkConfiguration(
  stored: NetworkConfiguration | undefined,
  change: RecordChange,
  env: CanaryDefault,
): NetworkConfiguration {
  const { at, edit, settings = {}, importedAt, liftedBy } = change;
  const { seq = 0, base = null, held = null, announcements = [] } = stored ?? {};
  const isSwitched = settings.canary !== undefined;
  const fields: NetworkConfiguration = { seq: edit ? seq + 1 : seq, changedAt: at };
  if (Object.keys(settings).length > 0) fields.settings = { ...stored?.settings, ...settings };
  if (edit !== null || isSwitched) {
    fields.base = edit && !isSwitched ? baseAfter(stored, edit, change, env) : null;
    fields.parts = [];
    fields.refusals = [];
    fields.held = null;
    fields.isHeld = false;
    const lifted: Announcement[] = held ? [{ id: randomUUID(), seq, at, hold: held, liftedBy }] : [];
    fields.announcements = [...announcements, ...lifted];
    fields.isAnnouncing = held !== null || stored?.isAnnouncing === true;
  }
  // A lower limit may be reached already: the worker judges at once.
  if (settings.stopAfter !== undefined && base && !held) {
    fields.isWatched = true;
    fields.dueAt = at;
  }
  if (liftedBy === 'retry') fields.retriedSeq = fields.seq;
  if (importedAt && seq === 0) fields.importedAt = importedAt;
  return fields;
}

/** The base after an edit; null: every device gets the new settings. */
function baseAfter(
  stored: NetworkConfiguration | undefined,
  edit: EditBefore,
  { importedAt, liftedBy }: RecordChange,
  env: CanaryDefault,
): BaseSettings | null {
  const { seq = 0, base = null } = stored ?? {};
  const { canary, confirmWithinS } = settingsInForce(stored?.settings, env);
  const isSameImport = importedAt !== undefined && stored?.importedAt?.getTime() === importedAt.getTime();
  const isUntested = liftedBy === 'retry' ? base === null : (seq === 0 && base === null) || isSameImport;
  if (!canary || isUntested) return null;
  if (base && !hasPassed(stored?.held, stored?.parts)) return keptBase(base, edit);
  const { ssids = [], servers, timeZone, radio } = edit;
  return {
    seq,
    ssids,
    confirmWithinS,
    ...(servers ? { servers } : {}),
    ...(timeZone === undefined ? {} : { timeZone: zoneOf(timeZone) }),
    ...(radio === undefined ? {} : { radio }),
  };
}

/** A part has passed, no canary is under way, and nothing is held. */
function hasPassed(held: Hold | null | undefined, parts: readonly CanaryPart[] = []): boolean {
  return (
    !held &&
    parts.some(({ passedAt }) => passedAt !== null) &&
    parts.every(({ deviceId, passedAt }) => deviceId === null || passedAt !== null)
  );
}

/** The base stays; what the edit is the first to change since is added to it. */
function keptBase(
  base: BaseSettings,
  { ssids = [], deleted = [], servers = [], timeZone, radio }: EditBefore,
): BaseSettings {
  const changed = new Set(base.ssids.map(({ id }) => id));
  const changedServers = new Set(base.servers?.map(({ id }) => id));
  return {
    ...base,
    ssids: [
      ...base.ssids.filter(({ id, before }) => before !== null || !deleted.includes(id)),
      ...ssids.filter(({ id }) => !changed.has(id)),
    ],
    ...(servers.length > 0
      ? { servers: [...(base.servers ?? []), ...servers.filter(({ id }) => !changedServers.has(id))] }
      : {}),
    ...(timeZone === undefined ? {} : { timeZone: base.timeZone ?? zoneOf(timeZone) }),
    ...(radio === undefined || base.radio !== undefined ? {} : { radio }),
  };
}

/** Documents show UTC for a network without a time zone. */
function zoneOf(timeZone: string | null): string {
  return timeZone ?? 'UTC';
}
