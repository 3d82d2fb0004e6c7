import { seesUnreleasedFirmware, type Caller } from '../../access/domain/access.js';
import { compareVersions } from '../../platform/values/firmware-version.js';
import type { FirmwareDeps } from '../deps.js';

const MAX_RELEASES = 200;

export interface VisibleRelease {
  readonly version: string;
  readonly isReleased: boolean;
}

/**
 * The newest versions that the caller may schedule, newest first, each once. A release of the organisation takes
 * precedence over a shared one of the same version, as in scheduling.
 */
export async function listReleases({ stores }: FirmwareDeps, caller: Caller): Promise<VisibleRelease[]> {
  const releases = await stores.firmware.visible(caller.organisationId, seesUnreleasedFirmware(caller));
  const byVersion = new Map<string, VisibleRelease>();
  const ownLast = [...releases].sort(
    (a, b) => Number(b.organisationId === null) - Number(a.organisationId === null),
  );
  for (const { version, isReleased } of ownLast) byVersion.set(version, { version, isReleased });
  return [...byVersion.values()].sort((a, b) => compareVersions(b.version, a.version)).slice(0, MAX_RELEASES);
}
