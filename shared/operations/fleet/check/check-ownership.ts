import type { FleetEntries, SectionName } from '../../../domain/fleet/entries.js';
import type { Check, Located } from './check.js';

/** Sections whose records have an id and belong to an organisation. */
export type OwnedSection = {
  [Name in SectionName]: FleetEntries[Name] extends { id: number; organisation_id: number } ? Name : never;
}[SectionName];

/**
 * Faults of records that belong to an organisation: an id that stands in the section twice, an organisation that
 * does not exist, an id that another organisation's record has. One round trip for organisations not known yet.
 * @param owners the organisations of the stored records of these ids
 */
export async function checkOwnership<Name extends OwnedSection>(
  check: Check,
  section: Name,
  located: readonly Located<Name>[],
  owners: ReadonlyMap<number, number>,
): Promise<void> {
  const { faults, known } = check;
  const ids = check.idsOf(section);
  await known.organisations.load(located.map(({ entry }) => entry.organisation_id));
  for (const { path, entry } of located) {
    const { id, organisation_id: organisationId } = entry;
    if (!ids.add(id, organisationId)) faults.add(`${path}.id`, `${id} stands in ${section} twice`);
    if (!known.organisations.get(organisationId)) {
      faults.add(`${path}.organisation_id`, `there is no organisation ${organisationId}`);
    }
    const owner = owners.get(id);
    if (owner !== undefined && owner !== organisationId) {
      faults.add(`${path}.id`, `${id} is the id of a record of another organisation`);
    }
  }
}

/** Faults of a reference to something that an organisation has: it does not exist, or is another's. */
export function checkReference(
  check: Check,
  path: string,
  what: string,
  id: number,
  organisationId: number,
  found: { readonly organisationId: number } | undefined,
): void {
  if (!found) check.faults.add(path, `there is no ${what} ${id}`);
  else if (found.organisationId !== organisationId) {
    check.faults.add(path, `${what} ${id} belongs to another organisation`);
  }
}
