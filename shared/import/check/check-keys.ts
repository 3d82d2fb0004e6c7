import type { SectionName } from '../domain/entries.js';
import { macNumber } from '../domain/number-table.js';
import { valuesOf, type Check, type Located } from './check.js';

/** Sections whose records have an id and belong to an organisation. */
export type OwnedSection =
  'networks' | 'tags' | 'users' | 'devices' | 'uplinks' | 'init_templates' | 'schedules' | 'upgrades';

/**
 * Faults of records that belong to an organisation: an id that stands in the section twice, an organisation that
 * does not exist, an id that another organisation's record has. One round trip for organisations not known yet.
 * @param owners the organisations of the stored records of these ids
 */
export async function checkOwnership(
  check: Check,
  section: OwnedSection,
  located: readonly Located<OwnedSection>[],
  owners: ReadonlyMap<number, number>,
): Promise<void> {
  const { organisations } = check.known;
  await organisations.load(valuesOf(located, (entry) => entry.organisation_id));
  for (const { path, entry } of located) {
    const { id, organisation_id: organisationId } = entry;
    addId(check, section, path, id, organisationId);
    if (organisationId === undefined) continue;
    if (!organisations.get(organisationId)) {
      check.faults.add(`${path}.organisation_id`, `there is no organisation ${organisationId}`);
    }
    const owner = id === undefined ? undefined : owners.get(id);
    if (owner !== undefined && owner !== organisationId) {
      check.faults.add(`${path}.id`, `${String(id)} is the id of a record of another organisation`);
    }
  }
}

/** A fault when the id stands in the section twice. */
export function addId(
  check: Check,
  section: SectionName,
  path: string,
  id: number | undefined,
  organisationId = 0,
): void {
  if (id === undefined || check.idsOf(section).add(id, organisationId)) return;
  check.faults.add(`${path}.id`, `${id} stands in ${section} twice`);
}

/** A fault when the MAC stands in the section twice. */
export function addMac(check: Check, section: SectionName, path: string, macId: string | undefined): void {
  if (macId === undefined || check.macsOf(section).add(macNumber(macId))) return;
  check.faults.add(`${path}.mac_id`, `${macId} stands in ${section} twice`);
}
