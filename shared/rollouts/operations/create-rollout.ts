import { writeScope, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { RolloutDeps } from '../deps.js';
import { readSettings } from '../domain/read-settings.js';
import type { Accompany, RolloutView } from './change-rollout.js';
import { insertDraft } from './insert-draft.js';
import { referenceFaults } from './reference-faults.js';
import { settingsDefaults } from './rollout-settings.js';

/**
 * Creates a Draft with the scope of what the caller may change now (docs/rollouts.md#create_rollout).
 * @throws AppError forbidden, settingsInvalid naming every fault, tooManyOpen
 */
export async function createRollout(
  deps: RolloutDeps,
  caller: Caller,
  input: unknown,
  accompany: Accompany,
): Promise<RolloutView> {
  const scope = writeScope(caller);
  if (!scope.unassigned && scope.networkIds.length === 0) throw new AppError('forbidden');
  const at = deps.now();
  const read = readSettings(input, { defaults: settingsDefaults(deps.env), fallbackSeed: '', now: at });
  const faults = [...(read.ok ? [] : read.faults), ...(await referenceFaults(deps, caller, scope, input))];
  if (!read.ok || faults.length > 0) throw new AppError('settingsInvalid', { details: { errors: faults } });

  return insertDraft(deps, caller, { settings: read.settings, derivedFrom: null, at }, accompany);
}
