import type { RequestedMac } from './requested-macs.js';

/** What the verdict on MACs depends on. */
export interface ProvisioningFacts {
  /** Built and unclaimed MACs. */
  readonly claimable: ReadonlySet<string>;
  /** MACs of the organisation's inventory that are in no network. */
  readonly unassigned: ReadonlySet<string>;
  /** How many devices the organisation may still add. */
  readonly capacity: number;
}

export interface ProvisioningVerdict {
  /** MACs to activate. */
  readonly fresh: string[];
  /** MACs in the inventory already, to assign. */
  readonly unassigned: string[];
  /** As they were sent. */
  readonly invalid: string[];
}

/**
 * Judges each requested MAC (docs/interface.md#provisioning): valid when it is
 * built, unclaimed and fits the capacity after those before it, or when it is the organisation's own and unassigned.
 * Keeps the order of the request.
 */
export function judgeMacs(
  requested: readonly RequestedMac[],
  { claimable, unassigned, capacity }: ProvisioningFacts,
): ProvisioningVerdict {
  const verdict: ProvisioningVerdict = { fresh: [], unassigned: [], invalid: [] };
  for (const { text, macId } of requested) {
    if (macId !== null && unassigned.has(macId)) verdict.unassigned.push(macId);
    else if (macId !== null && claimable.has(macId) && verdict.fresh.length < capacity)
      verdict.fresh.push(macId);
    else verdict.invalid.push(text);
  }
  return verdict;
}
