import { canonicalMac, compactMac } from '../../platform/values/mac.js';

/** A UUID of version 8 (RFC 9562) without its last 12 digits, which are the MAC of the device. */
const PREFIX = '0a1f1ee7000080008000';

/** The UUID of a device in the paths of OpenWISP's protocol: its MAC is known without a query. */
export function uuidOfMac(macId: string): string {
  return PREFIX + compactMac(macId);
}

/** The canonical MAC of a UUID, with or without dashes; null for one that this service has not given. */
export function macOfUuid(uuid: string): string | null {
  const digits = uuid.replaceAll('-', '').toLowerCase();
  return digits.startsWith(PREFIX) ? canonicalMac(digits.slice(PREFIX.length)) : null;
}
