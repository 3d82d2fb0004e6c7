import type { FleetEntries } from '../domain/entries.js';
import type { FirmwareReleaseRecord, FirmwareUrl } from '../../upgrades/models/firmware-release.js';

/** Fields that no file has are left out, so that an earlier release can read the entry. */
export function releaseEntry({
  version,
  urls,
  organisationId,
  isReleased,
}: FirmwareReleaseRecord): FleetEntries['firmware_releases'] {
  const byPart = <Value>(read: (file: FirmwareUrl) => Value | undefined): Record<string, Value> | null => {
    const values = urls.flatMap((file): [string, Value][] => {
      const value = read(file);
      return value === undefined ? [] : [[file.partNumber, value]];
    });
    return values.length === 0 ? null : Object.fromEntries(values);
  };
  const sha256 = byPart((file) => file.sha256);
  const size = byPart((file) => file.size);
  const signature = byPart((file) => file.signature);
  return {
    version,
    url: byPart((file) => file.url) ?? {},
    ...(sha256 && { sha256 }),
    ...(size && { size }),
    ...(signature && { signature }),
    organisation_id: organisationId,
    is_released: isReleased,
  };
}
