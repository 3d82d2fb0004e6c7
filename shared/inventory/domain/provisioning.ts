import type { RequestedMac } from './requested-macs.js';

/** What provisioning knows when it judges MACs. */
export interface ProvisioningFacts {
  /** MACs that the manufacturer built and nobody has claimed. */
  readonly claimable: ReadonlySet<string>;
  /** MACs of the organisation's inventory that stand in no network. */
  readonly unassigned: ReadonlySet<string>;
  /** How many devices the organisation may still add. */
  readonly room: number;
}

export interface ProvisioningVerdict {
  /** To be activated. */
  readonly fresh: string[];
  /** In the inventory already, to be assigned. */
  readonly unassigned: string[];
  /** As they were sent. */
  readonly invalid: string[];
}

/**
 * Judges each requested MAC (docs/interface.md#provisioning, docs/decisions.md#inventory): valid when it is
 * built, unclaimed, and there is room left for it after those before it; or when it is the organisation's own and
 * unassigned. The order of the request is kept.
 */
export function judgeMacs(
  requested: readonly RequestedMac[],
  { claimable, unassigned, room }: ProvisioningFacts,
): ProvisioningVerdict {
  const verdict: ProvisioningVerdict = { fresh: [], unassigned: [], invalid: [] };
  for (const { text, macId } of requested) {
    if (macId !== null && unassigned.has(macId)) verdict.unassigned.push(macId);
    else if (macId !== null && claimable.has(macId) && verdict.fresh.length < room) verdict.fresh.push(macId);
    else verdict.invalid.push(text);
  }
  return verdict;
}
