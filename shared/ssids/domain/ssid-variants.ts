import type { SsidFields } from './ssid-fields.js';

/** The SSID of a name for the devices of its network that no other SSID of the name is for. */
export const GENERAL = 0;

/**
 * What tells SSIDs of one name in a network apart: 0 for the one without associated_aps_and_tags, its own id for any
 * other. Name and variant are unique in a network by index, so that a name has one general SSID, whatever runs at once.
 */
export function variantOf(
  id: number,
  { associated_aps_and_tags: targets = [] }: Pick<SsidFields, 'associated_aps_and_tags'>,
): number {
  return targets.length === 0 ? GENERAL : id;
}
