import type { FirmwareReleaseRecord } from '../../../shared/models/firmware-release.js';
import type { ApiDeps } from '../../../api/deps.js';

/** A released firmware of the organisation's own for these hardware parts. */
export async function makeRelease(
  { stores, mongo }: ApiDeps,
  organisationId: number,
  version: string,
  parts: readonly string[],
  fields: Partial<FirmwareReleaseRecord> = {},
): Promise<FirmwareReleaseRecord> {
  const _id = await stores.ids.reserve('firmwareReleases');
  const urls = parts.map((partNumber) => ({
    partNumber,
    url: `https://firmware.example.test/${partNumber}/${version}.bin`,
  }));
  const record = { _id, version, urls, organisationId, isReleased: true, ...fields };
  await mongo.models.firmwareReleases.create(record);
  return record;
}
