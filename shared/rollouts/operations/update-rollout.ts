import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { RolloutDeps } from '../deps.js';
import { mergePatch } from '../domain/merge-patch.js';
import { beginOf, readSettings } from '../domain/read-settings.js';
import { mayChangeSetting } from '../domain/rollout-state.js';
import type { RolloutSettings } from '../domain/settings.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { RolloutChange } from '../stores/rollout-store.js';
import {
  changeRollout,
  forbiddenIn,
  type Accompany,
  type ChangeRequest,
  type RolloutView,
} from './change-rollout.js';
import { EVERY_TARGET } from '../domain/tick-facts.js';
import { referenceFaults, scopeOf } from './reference-faults.js';
import { endAfter, newStages, settingsDefaults, timeOf } from './rollout-settings.js';

type Settings = Readonly<Record<string, unknown>>;

/**
 * Applies a JSON Merge Patch to the settings of a rollout (docs/rollouts.md#update_rollout). What the patch leaves as it is, is
 * not looked up again. An end that is not in the future completes a rollout that has started.
 * @throws AppError stateForbids for a setting that the state fixes, settingsInvalid naming every fault; errors of
 *   changeRollout
 */
export function updateRollout(
  deps: RolloutDeps,
  caller: Caller,
  request: ChangeRequest & { readonly patch: Settings },
  accompany: Accompany,
): Promise<RolloutView> {
  return changeRollout(
    deps,
    caller,
    request,
    (read) => patched(deps, caller, read, request.patch),
    accompany,
  );
}

async function patched(
  deps: RolloutDeps,
  caller: Caller,
  rollout: RolloutRecord,
  patch: Settings,
): Promise<RolloutChange | null> {
  const { settings, state, organisationId } = rollout;
  const at = deps.now();
  const merged = mergePatch(settings, patch) as Settings;
  const read = readSettings(merged, {
    defaults: settingsDefaults(deps.env),
    fallbackSeed: String(rollout._id),
    now: at,
    current: rollout,
  });
  const wanted = read.ok ? withEnd(read.settings, rollout) : { ...merged, ...read.readable };
  const changed = changedNames(settings, wanted);
  const fixed = changed.filter((name) => name in settings && !mayChangeSetting(name, state));
  if (fixed.length > 0) throw forbiddenIn(rollout, `a change of ${fixed.join(', ')}`);
  const faults = [
    ...(read.ok ? [] : read.faults),
    ...(await referenceFaults(deps, caller, scopeOf(rollout, organisationId), pick(merged, changed))),
  ];
  if (!read.ok || faults.length > 0) throw new AppError('settingsInvalid', { details: { errors: faults } });
  if (changed.length === 0) return null;

  const set = { settings: wanted as RolloutSettings };
  if (state === 'Draft') return { ...set, stages: newStages(set.settings) };
  const { end_at } = set.settings;
  if (changed.includes('end_at') && end_at !== null && new Date(end_at) <= at)
    return { ...set, state: 'Completed', stateReason: { reason: 'end' }, endedAt: at, tickAt: at };
  // Devices that are no longer excluded have not moved: only a search of all targets finds them.
  const searches = changed.includes('exclude') && rollout.joinedTo !== null;
  return { ...set, tickAt: nextTick(rollout, at), ...(searches ? { joinedTo: EVERY_TARGET } : {}) };
}

/** The default of `end_at` becomes a time when the rollout starts. */
function withEnd(settings: RolloutSettings, { state, startedAt }: RolloutRecord): RolloutSettings {
  if (state === 'Draft' || settings.end_at !== null || startedAt === null) return settings;
  return { ...settings, end_at: endAfter(beginOf(timeOf(settings.start_at), startedAt)) };
}

/** A rollout that ticks takes new settings into account at once; one that is Scheduled waits for its start. */
function nextTick({ state, tickAt }: RolloutRecord, at: Date): Date | null {
  return state === 'Scheduled' ? tickAt : at;
}

function changedNames(before: RolloutSettings, after: Settings | RolloutSettings): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => !isDeepStrictEqual((before as unknown as Settings)[name], (after as Settings)[name]),
  );
}

function pick(settings: Settings, names: readonly string[]): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
}
