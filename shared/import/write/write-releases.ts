import type { FleetEntries } from '../domain/entries.js';
import type { FirmwareReleaseRecord, FirmwareUrl } from '../../upgrades/models/firmware-release.js';
import { releaseKey } from '../check/check-releases.js';
import { countsOf, byKey, type WriteSection } from './write.js';

/** The file has no ids for them: known ones keep theirs. At most five round trips. */
export const writeFirmwareReleases: WriteSection<'firmware_releases'> = async ({ deps }, entries) => {
  const { fleetLookup, fleetWrites, ids } = deps.stores;
  const stored = await fleetLookup.releases(
    [...new Set(entries.map(({ version }) => version))],
    [...new Set(entries.map(({ organisation_id }) => organisation_id))],
  );
  const known = new Map(
    stored.map(({ id, organisationId, version }) => [releaseKey(organisationId, version), id]),
  );
  const keyed = entries.map((entry) => ({
    entry,
    id: known.get(releaseKey(entry.organisation_id, entry.version)),
  }));
  const missing = keyed.filter(({ id }) => id === undefined).length;
  let next = missing === 0 ? 0 : await ids.reserve('firmwareReleases', missing);
  const numbered = keyed.map(({ entry, id }) => ({ entry, id: id ?? next++ }));
  const entryOf = byKey(numbered, ({ id }) => id);
  const written = await fleetWrites.upsert(
    'firmwareReleases',
    numbered.map(({ id }) => id),
    (_id, existing) => {
      const { entry } = entryOf(_id);
      const { version, organisation_id: organisationId, is_released: isReleased } = entry;
      const urls = Object.keys(entry.url).map((partNumber) => fileOf(entry, partNumber, existing));
      return { _id, version, urls, organisationId, isReleased };
    },
  );
  return countsOf(written);
};

/**
 * The file for a hardware part. A field that the entry leaves out stays as it is stored while the url stays the same:
 * another url may be another file.
 */
function fileOf(
  { url, sha256, size, signature }: FleetEntries['firmware_releases'],
  partNumber: string,
  existing: FirmwareReleaseRecord | null,
): FirmwareUrl {
  const address = url[partNumber] ?? '';
  const stored = existing?.urls.find((file) => file.partNumber === partNumber && file.url === address);
  const hash = sha256 ? sha256[partNumber] : stored?.sha256;
  const bytes = size ? size[partNumber] : stored?.size;
  const signed = signature ? signature[partNumber] : stored?.signature;
  return {
    partNumber,
    url: address,
    ...(hash === undefined ? {} : { sha256: hash }),
    ...(bytes === undefined ? {} : { size: bytes }),
    ...(signed === undefined ? {} : { signature: signed }),
  };
}
