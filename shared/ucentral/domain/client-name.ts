import { canonicalMac } from '../../platform/values/mac.js';

/** The MAC that the common name of a certificate is; null for none, several, or any other name. */
export function macOfCommonName(commonName: unknown): string | null {
  return typeof commonName === 'string' ? canonicalMac(commonName) : null;
}

/** Whether a message is that of the device with the MAC. */
export function isSerialOf(macId: string, serial: string): boolean {
  return canonicalMac(serial) === macId;
}
