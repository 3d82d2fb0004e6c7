import { valuesOf, type CheckSection } from './check.js';
import { checkPart } from './check-reference.js';

/** A release is known by its organisation (none: everybody's) and version. */
export const releaseKey = (organisationId: number | null, version: string): string =>
  `${organisationId ?? ''} ${version}`;

/** What a release may say of the file behind each url. */
const FILE_FIELDS = ['sha256', 'size', 'signature'] as const;

/** At most two round trips, for organisations and parts not known yet. */
export const checkFirmwareReleases: CheckSection<'firmware_releases'> = async (check, located) => {
  const { organisations, parts } = check.known;
  await organisations.load(valuesOf(located, (entry) => entry.organisation_id));
  await parts.load(valuesOf(located, (entry) => Object.keys(entry.url ?? {})));
  for (const { path, entry } of located) {
    const { organisation_id: organisationId, version, url = {} } = entry;
    const isKeyed = organisationId !== undefined && version !== undefined;
    if (isKeyed && !check.addKey('release', releaseKey(organisationId, version))) {
      check.faults.add(`${path}.version`, `${version} stands in firmware_releases twice`);
    }
    if (typeof organisationId === 'number' && !organisations.get(organisationId)) {
      check.faults.add(`${path}.organisation_id`, `there is no organisation ${organisationId}`);
    }
    for (const partNumber of Object.keys(url)) checkPart(check, `${path}.url.${partNumber}`, partNumber);
    if (entry.url === undefined) continue;
    for (const field of FILE_FIELDS) {
      for (const partNumber of Object.keys(entry[field] ?? {})) {
        if (Object.hasOwn(url, partNumber)) continue;
        check.faults.add(`${path}.${field}.${partNumber}`, `the release has no url for ${partNumber}`);
      }
    }
  }
};
