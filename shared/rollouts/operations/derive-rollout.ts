import { writeScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Fault } from '../../platform/errors/faults.js';
import type { RolloutDeps } from '../deps.js';
import { readCauses, retrySettings, rollbackSettings } from '../domain/derived-settings.js';
import { mergePatch } from '../domain/merge-patch.js';
import { readSettings } from '../domain/read-settings.js';
import type { RolloutSettings } from '../domain/settings.js';
import type { RolloutRecord } from '../models/rollout.js';
import {
  findToChange,
  forbiddenIn,
  type Accompany,
  type ChangeRequest,
  type RolloutView,
} from './change-rollout.js';
import { insertDraft } from './insert-draft.js';
import { referenceFaults } from './reference-faults.js';
import { settingsDefaults } from './rollout-settings.js';

/** A request for a draft that is derived from a rollout, with the settings that differ. */
export interface Derivation extends ChangeRequest {
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Creates a draft that upgrades the devices of a rollout that failed or were not reached (docs/rollouts.md#retry_rollout).
 * @param request `causes` narrows it
 * @throws AppError stateForbids before the rollout has started; errors of derive
 */
export async function retryRollout(
  deps: RolloutDeps,
  caller: Caller,
  { causes: given, ...request }: Derivation & { readonly causes: unknown },
  accompany: Accompany,
): Promise<RolloutView> {
  const source = await findToChange(deps, caller, request);
  if (source.startedAt === null) throw forbiddenIn(source, 'a retry');
  const { causes, faults } = readCauses(given);
  const derivedFrom = { rollout_id: source._id, action: 'retry', causes } as const;
  const settings = retrySettings(source.settings, source._id);
  return derive(deps, caller, { ...request, base: settings, derivedFrom, faults }, accompany);
}

/**
 * Creates a draft that returns the devices that a rollout upgraded to their previous versions
 * (docs/rollouts.md#rollback_rollout).
 * @throws AppError stateForbids before the rollout has started and while it is Running; errors of derive
 */
export async function rollBackRollout(
  deps: RolloutDeps,
  caller: Caller,
  request: Derivation,
  accompany: Accompany,
): Promise<RolloutView> {
  const source = await findToChange(deps, caller, request);
  if (source.startedAt === null || source.state === 'Running') throw forbiddenIn(source, 'a rollback');
  const derivedFrom = { rollout_id: source._id, action: 'rollback' as const, causes: [] };
  const base = rollbackSettings(source);
  return derive(deps, caller, { ...request, base, derivedFrom, faults: [] }, accompany);
}

/** @throws AppError settingsInvalid naming every fault, tooManyOpen; forbidden when the caller may change nothing */
async function derive(
  deps: RolloutDeps,
  caller: Caller,
  {
    base,
    settings,
    derivedFrom,
    faults: found,
  }: Derivation & {
    readonly base: RolloutSettings;
    readonly derivedFrom: Readonly<NonNullable<RolloutRecord['derivedFrom']>>;
    readonly faults: readonly Fault[];
  },
  accompany: Accompany,
): Promise<RolloutView> {
  const at = deps.now();
  const { seed, ...copied } = base;
  const merged = mergePatch(seed === '' ? copied : base, settings);
  const read = readSettings(merged, { defaults: settingsDefaults(deps.env), fallbackSeed: '', now: at });
  const faults = [
    ...found,
    ...(read.ok ? [] : read.faults),
    ...(await referenceFaults(deps, caller, writeScope(caller), merged)),
  ];
  if (!read.ok || faults.length > 0) throw new AppError('settingsInvalid', { details: { errors: faults } });
  return insertDraft(deps, caller, { settings: read.settings, derivedFrom, at }, accompany);
}
