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
    (_id) => {
      const { version, url, organisation_id: organisationId, is_released: isReleased } = entryOf(_id).entry;
      const urls = Object.entries(url).map(([partNumber, address]) => ({ partNumber, url: address }));
      return { _id, version, urls, organisationId, isReleased };
    },
  );
  return countsOf(written);
};
