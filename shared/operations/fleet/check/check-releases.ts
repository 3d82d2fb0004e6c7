import type { CheckSection } from './check.js';
import { checkPart } from './check-built-devices.js';

/** A release is known by its organisation (none: everybody's) and version. */
export const releaseKey = (organisationId: number | null, version: string): string =>
  `${organisationId ?? ''} ${version}`;

/** At most two round trips, for organisations and parts not known yet. */
export const checkFirmwareReleases: CheckSection<'firmware_releases'> = async (check, located) => {
  const { organisations, parts } = check.known;
  await organisations.load(located.flatMap(({ entry }) => entry.organisation_id ?? []));
  await parts.load(located.flatMap(({ entry }) => Object.keys(entry.url)));
  for (const { path, entry } of located) {
    const { organisation_id: organisationId, version, url } = entry;
    if (!check.addKey('release', releaseKey(organisationId, version))) {
      check.faults.add(`${path}.version`, `${version} stands in firmware_releases twice`);
    }
    if (organisationId !== null && !organisations.get(organisationId)) {
      check.faults.add(`${path}.organisation_id`, `there is no organisation ${organisationId}`);
    }
    for (const partNumber of Object.keys(url)) checkPart(check, `${path}.url.${partNumber}`, partNumber);
  }
};
