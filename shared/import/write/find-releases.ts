import { releaseKey } from '../check/check-releases.js';
import type { Writing } from './write.js';

interface Named {
  readonly organisation_id: number;
  readonly version: string;
}

/** Of two releases of a version the organisation's own is meant, as when an upgrade is asked for. One round trip. */
export async function findReleases(
  { deps }: Writing,
  entries: readonly Named[],
): Promise<(entry: Named) => number | undefined> {
  const found = await deps.stores.fleetLookup.releases(
    [...new Set(entries.map(({ version }) => version))],
    [...new Set(entries.map(({ organisation_id }) => organisation_id))],
  );
  const byKey = new Map(
    found.map(({ id, organisationId, version }) => [releaseKey(organisationId, version), id]),
  );
  return ({ organisation_id, version }) =>
    byKey.get(releaseKey(organisation_id, version)) ?? byKey.get(releaseKey(null, version));
}
