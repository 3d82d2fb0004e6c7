import { isIPv4 } from 'node:net';

/** The 32 bits of a dotted IPv4 address as a number, or null when the text is none (no leading zeros). */
export function ipv4Number(address: string): number | null {
  if (!isIPv4(address)) return null;
  return address.split('.').reduce((bits, octet) => bits * 256 + Number(octet), 0);
}

/** Whether the text is a subnet mask in dotted form: ones, at least one of them, and then zeros only. */
export function isSubnetMask(text: string): boolean {
  const bits = ipv4Number(text);
  if (bits === null || bits === 0) return false;
  const zeros = 2 ** 32 - bits;
  return Number.isInteger(Math.log2(zeros));
}

/** Whether two addresses are in one subnet under the mask; false when any of the three is not well-formed. */
export function inSameSubnet(a: string, b: string, mask: string): boolean {
  const [first, second, bits] = [ipv4Number(a), ipv4Number(b), ipv4Number(mask)];
  if (first === null || second === null || bits === null) return false;
  return (first & bits) === (second & bits);
}

/** Whether the first address is not after the last; false when either is not well-formed. */
export function isOrderedRange(start: string, end: string): boolean {
  const [first, last] = [ipv4Number(start), ipv4Number(end)];
  return first !== null && last !== null && first <= last;
}
