import type { Check } from './check.js';

/**
 * A fault when what an organisation's record names does not exist, or is another organisation's; where one of the
 * organisations cannot be told, that is a fault of its own and not of the reference.
 */
export function checkReference(
  check: Check,
  path: string,
  what: string,
  id: number,
  organisationId: number | undefined,
  found: { readonly organisationId: number | null } | undefined,
): void {
  if (!found) check.faults.add(path, `there is no ${what} ${id}`);
  else if (organisationId === undefined || found.organisationId === null) return;
  else if (found.organisationId !== organisationId) {
    check.faults.add(path, `${what} ${id} belongs to another organisation`);
  }
}

/** A fault when there is no such hardware part. @param partNumber one that was loaded */
export function checkPart(check: Check, path: string, partNumber: string | undefined): void {
  if (partNumber === undefined || check.known.parts.get(partNumber)) return;
  check.faults.add(path, `there is no hardware part ${partNumber}`);
}
