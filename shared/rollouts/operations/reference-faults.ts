import { seesUnreleasedFirmware, type Caller, type Scope } from '../../access/domain/access.js';
import { batchesOf } from '../../platform/mongo/batches.js';
import type { Fault } from '../../platform/errors/faults.js';
import type { RolloutDeps } from '../deps.js';
import { namedRecords } from '../domain/read-settings.js';
import type { RolloutScope } from '../domain/rollout-access.js';

/** The most ids of one look-up. */
const BATCH = 10_000;
const KINDS = { AP: 'deviceIds', network: 'networkIds', tag: 'tagIds' } as const;

/** The records that a rollout with this scope may name. */
export function scopeOf({ networkIds, includesUnassigned }: RolloutScope, organisationId: number): Scope {
  return { organisationId, networkIds: networkIds ?? 'all', unassigned: includesUnassigned };
}

/**
 * Targets of the settings that do not exist within the scope of the rollout, and a version that the caller does not see.
 * Settings may have other faults: entries that are not targets are left out.
 */
export async function referenceFaults(
  deps: RolloutDeps,
  caller: Caller,
  scope: Scope,
  settings: unknown,
): Promise<Fault[]> {
  const references = namedRecords(settings);
  const idsOf = (wanted: string): number[] => [
    ...new Set(references.filter(({ prefix }) => prefix === wanted).map(({ id }) => id)),
  ];
  const unknown = new Set<string>();
  for (const [prefix, kind] of Object.entries(KINDS)) {
    for (const ids of batchesOf(idsOf(prefix), BATCH)) {
      const asked = { deviceIds: [], networkIds: [], tagIds: [], [kind]: ids };
      for (const id of (await deps.stores.targets.unknown(scope, asked))[kind])
        unknown.add(`${prefix}:${id}`);
    }
  }
  for (const ids of batchesOf(idsOf('rollout'), BATCH)) {
    const visible = new Set(await deps.stores.rollouts.visibleIds(caller, ids));
    for (const id of ids) if (!visible.has(id)) unknown.add(`rollout:${id}`);
  }
  const targets = references
    .filter(({ prefix, id }) => unknown.has(`${prefix}:${id}`))
    .map(({ path, target }) => ({ path, msg: `${target} does not exist` }));
  const version = (settings as { version?: unknown } | null)?.version;
  return [...(await versionFaults(deps, caller, version)), ...targets];
}

async function versionFaults({ stores }: RolloutDeps, caller: Caller, version: unknown): Promise<Fault[]> {
  if (typeof version !== 'string' || version === 'latest' || version === 'previous') return [];
  const releases = await stores.firmware.visible(caller.organisationId, seesUnreleasedFirmware(caller));
  const isKnown = releases.some((release) => release.version === version.trim());
  return isKnown ? [] : [{ path: 'version', msg: 'is not the version of a release' }];
}
