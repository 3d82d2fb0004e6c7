import type { SsidFields } from './ssid-fields.js';

/** The SSID of a name for the devices of its network that no other SSID of the name is for. */
export const GENERAL = 0;

type Targets = Pick<SsidFields, 'associated_aps_and_tags'>;

/** Whether an SSID is without associated_aps_and_tags. */
export function isGeneral({ associated_aps_and_tags: targets = [] }: Targets): boolean {
  return targets.length === 0;
}

/**
 * What tells SSIDs of one name in a network apart: 0 for the general one, its own id for any other. Name and variant are
 * unique in a network by index, so that a name has one general SSID, whatever runs at once.
 */
export function variantOf(id: number, ssid: Targets): number {
  return isGeneral(ssid) ? GENERAL : id;
}
