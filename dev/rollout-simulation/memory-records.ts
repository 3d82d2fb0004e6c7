import type { FirmwareReleaseRecord } from '../../shared/firmware/models/firmware-release.js';
import type { SimulatedFleet } from './simulated-fleet.js';

export const ORGANISATION = 1;

/** The releases of a fleet: one, for every part. */
export function releasesOf({ devices, version }: SimulatedFleet): Map<number, FirmwareReleaseRecord> {
  const parts = [...new Set(devices.map(({ part }) => part))];
  const urls = parts.map((partNumber) => ({
    partNumber,
    url: `https://firmware.example.test/${partNumber}`,
  }));
  return new Map([[1, { _id: 1, version, urls, organisationId: ORGANISATION, isReleased: true }]]);
}
