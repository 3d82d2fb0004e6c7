import type { Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { FirmwareReleaseRecord } from '../../firmware/models/firmware-release.js';
import { chooseRelease } from '../../upgrades/operations/schedule/read-request.js';
import type { RolloutDeps } from '../deps.js';
import type { RolloutSettings } from '../domain/settings.js';

/** The release that is offered; null for `previous`, where each device has its own. */
export async function findRelease(
  { stores }: RolloutDeps,
  caller: Caller,
  { version }: RolloutSettings,
): Promise<FirmwareReleaseRecord | null | 'none'> {
  if (version === 'previous') return null;
  const upgradeType = version === 'latest' ? 'automatic' : 'manual';
  try {
    return await chooseRelease(stores.firmware, caller, { upgradeType, version });
  } catch (error) {
    if (error instanceof AppError) return 'none';
    throw error;
  }
}
