import { seesUnreleasedFirmware, type Caller, type Scope } from '../../../access/domain/access.js';
import { latestRelease } from '../../../platform/values/firmware-version.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { FirmwareReleaseRecord } from '../../../firmware/models/firmware-release.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { FirmwareStore } from '../../../firmware/stores/firmware-store.js';
import { parseTargets, targetIds, targetText, type TargetSegment } from '../../domain/upgrade-targets.js';
import type { TargetStore } from '../../stores/target-store.js';

/**
 * The release of a request: the named one if it is `manual`, otherwise the latest (docs/interface.md#upgrades-create).
 * A release of the organisation takes precedence over a shared one of the same version.
 * @throws AppError noFirmwareData, firmwareVersionUnknown
 */
export async function chooseRelease(
  firmware: FirmwareStore,
  caller: Caller,
  request: { upgradeType: string; version: string | null },
): Promise<FirmwareReleaseRecord> {
  return chooseAmong(await visibleReleases(firmware, caller), request);
}

/**
 * The release of a changed request. A pending upgrade keeps a release that is withdrawn, or that this caller does not
 * see, unless the change sends another version or an upgrade_type of `automatic`.
 * @throws AppError noFirmwareData, firmwareVersionUnknown
 */
export async function releaseOfChange(
  firmware: FirmwareStore,
  caller: Caller,
  request: { upgradeType: string; version: string | null },
  change: { readonly upgradeType?: string | undefined },
  upgrade: Pick<UpgradeRecord, 'releaseId' | 'version'>,
): Promise<FirmwareReleaseRecord> {
  const releases = await visibleReleases(firmware, caller);
  const sees = (matches: (release: FirmwareReleaseRecord) => boolean) => releases.some(matches);
  const isChosen =
    request.upgradeType === 'manual'
      ? request.version !== upgrade.version || sees(({ version }) => version === request.version)
      : change.upgradeType !== undefined || sees(({ _id }) => _id === upgrade.releaseId);
  const kept = isChosen ? undefined : (await firmware.byIds([upgrade.releaseId])).get(upgrade.releaseId);
  return kept ?? chooseAmong(releases, request);
}

/** Releases of the organisation first, so that a search finds them before shared ones of the same version. */
async function visibleReleases(firmware: FirmwareStore, caller: Caller): Promise<FirmwareReleaseRecord[]> {
  const releases = await firmware.visible(caller.organisationId, seesUnreleasedFirmware(caller));
  return [...releases].sort((a, b) => Number(a.organisationId === null) - Number(b.organisationId === null));
}

function chooseAmong(
  releases: readonly FirmwareReleaseRecord[],
  request: { upgradeType: string; version: string | null },
): FirmwareReleaseRecord {
  const latest = latestRelease(releases);
  if (latest === null) throw new AppError('noFirmwareData');
  if (request.upgradeType !== 'manual')
    return releases.find((release) => release.version === latest.version) ?? latest;
  const named = releases.find((release) => release.version === request.version);
  if (!named) {
    const text = request.version
      ? `There is no firmware release ${request.version}`
      : 'version is required for a manual upgrade';
    throw new AppError('firmwareVersionUnknown', { text });
  }
  return named;
}

const MAX_NAMED = 100;

/**
 * Reads `aps` and checks it against what the caller may change. Malformed and unknown entries are named together.
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
  const { deviceIds, networkIds, tagIds } = await targets.unknown(scope, targetIds(parsed.segments));
  const unknown = [
    ...entries({ kind: 'device', ids: deviceIds }),
    ...entries({ kind: 'network', ids: networkIds }),
    ...entries({ kind: 'tag', ids: tagIds }),
  ];
  const malformed = parsed.ok ? [] : parsed.malformed;
  const faults = [named('Malformed', malformed), named('Unknown', unknown)].filter((text) => text !== null);
  if (faults.length > 0) throw new AppError('upgradeTargetsUnknown', { text: faults.join('; ') });
  return parsed.segments;
}

/** The entries of a segment, as they were sent. */
export function entries(segment: TargetSegment): string[] {
  return segment.ids.map((id) => targetText({ kind: segment.kind, ids: [id] }));
}

function named(what: string, faulty: readonly string[]): string | null {
  if (faulty.length === 0) return null;
  const shown = faulty.slice(0, MAX_NAMED).map((entry) => entry.slice(0, 64));
  const more = faulty.length > MAX_NAMED ? ` and ${faulty.length - MAX_NAMED} more` : '';
  return `${what} targets in aps: ${shown.join(', ')}${more}`;
}
