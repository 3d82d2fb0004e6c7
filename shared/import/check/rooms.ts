import { valuesOf, type Check, type Located } from './check.js';

/** How many devices each organisation will have, against its no_of_aps. */
export class Rooms {
  private readonly counts = new Map<number, number>();
  private readonly full = new Set<number>();

  /**
   * Counts devices in; the first of an organisation that is one too many is a fault, and stands for those after it.
   * One round trip when an organisation is met for the first time.
   */
  async take(
    { deps, known, faults }: Check,
    located: readonly Located<'devices'>[],
    isNew: (id: number) => boolean,
  ): Promise<void> {
    const met = new Set(valuesOf(located, (entry) => entry.organisation_id));
    const unknown = [...met].filter((id) => !this.counts.has(id));
    if (unknown.length > 0) {
      const stored = await deps.stores.fleetLookup.deviceCounts(unknown);
      for (const id of unknown) this.counts.set(id, stored.get(id) ?? 0);
    }
    for (const { path, entry } of located) {
      const { id, organisation_id: organisationId } = entry;
      if (id === undefined || organisationId === undefined) continue;
      const count = (this.counts.get(organisationId) ?? 0) + (isNew(id) ? 1 : 0);
      this.counts.set(organisationId, count);
      const most = known.organisations.get(organisationId)?.noOfAps;
      if (most === undefined || count <= most || this.full.has(organisationId)) continue;
      this.full.add(organisationId);
      faults.add(path, `organisation ${organisationId} has no room for it: no_of_aps is ${most}`);
    }
  }
}
