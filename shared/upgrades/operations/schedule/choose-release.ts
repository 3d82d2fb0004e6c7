import { seesUnreleasedFirmware, type Caller } from '../../../access/domain/access.js';
import { latestRelease } from '../../domain/firmware-version.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { FirmwareReleaseRecord } from '../../models/firmware-release.js';
import type { FirmwareStore } from '../../stores/firmware-store.js';

/**
 * The release a request means: the one it names if it is `manual`, else the latest (docs/interface.md#upgrades-create). Of two of one version the organisation's own wins. One round trip.
 * @throws AppError noFirmwareData, firmwareVersionUnknown
 */
export async function chooseRelease(
  firmware: FirmwareStore,
  caller: Caller,
  request: { upgradeType: string; version: string | null },
): Promise<FirmwareReleaseRecord> {
  const releases = await firmware.visible(caller.organisationId, seesUnreleasedFirmware(caller));
  // Own ones first: what is looked for by version, or is the latest, is then the own one.
  const own = [...releases].sort(
    (a, b) => Number(a.organisationId === null) - Number(b.organisationId === null),
  );
  const latest = latestRelease(own);
  if (latest === null) throw new AppError('noFirmwareData');
  if (request.upgradeType !== 'manual')
    return own.find((release) => release.version === latest.version) ?? latest;
  const named = own.find((release) => release.version === request.version);
  if (!named) {
    const text = request.version
      ? `There is no firmware release ${request.version}`
      : 'version is required for a manual upgrade';
    throw new AppError('firmwareVersionUnknown', { text });
  }
  return named;
}
