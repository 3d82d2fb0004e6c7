import type { Scope } from '../../domain/access.js';
import { parseTargets, targetIds, targetText, type TargetSegment } from '../../domain/upgrade-targets.js';
import { AppError } from '../../errors/app-error.js';
import type { TargetStore } from '../../stores/target-store.js';

const MOST_NAMED = 100;

/**
 * What `aps` aims at, checked against what the caller may change (decisions, upgrades: aps entries). At most three
 * round trips.
 * @throws AppError upgradeTargetsUnknown naming the entries, upgradeWithoutDevices when there is none
 */
export async function readTargets(
  targets: TargetStore,
  scope: Scope,
  aps: readonly string[],
): Promise<TargetSegment[]> {
  if (aps.length === 0)
    throw new AppError('upgradeWithoutDevices', { text: 'aps names no device, network or tag' });
  const parsed = parseTargets(aps);
  if (!parsed.ok) throw refused('Malformed', parsed.malformed);
  const { deviceIds, networkIds, tagIds } = await targets.unknown(scope, targetIds(parsed.segments));
  const unknown = [
    ...entries({ kind: 'device', ids: deviceIds }),
    ...entries({ kind: 'network', ids: networkIds }),
    ...entries({ kind: 'tag', ids: tagIds }),
  ];
  if (unknown.length > 0) throw refused('Unknown', unknown);
  return parsed.segments;
}

/** The entries of a segment, one by one, as they were sent. */
export function entries(segment: TargetSegment): string[] {
  return segment.ids.map((id) => targetText({ kind: segment.kind, ids: [id] }));
}

function refused(what: string, named: readonly string[]): AppError {
  const shown = named.slice(0, MOST_NAMED).map((entry) => entry.slice(0, 64));
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : '';
  return new AppError('upgradeTargetsUnknown', {
    text: `${what} targets in aps: ${shown.join(', ')}${more}`,
  });
}
