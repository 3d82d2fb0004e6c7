import { isIPv4 } from 'node:net';

/** The 32 bits of a dotted IPv4 address as a number; null for anything else, leading zeros included. */
export function ipv4Number(address: string): number | null {
  if (!isIPv4(address)) return null;
  return address.split('.').reduce((bits, octet) => bits * 256 + Number(octet), 0);
}

/** Whether the text is a subnet mask in dotted form: ones followed by zeros, with at least one 1. */
export function isSubnetMask(text: string): boolean {
  const bits = ipv4Number(text);
  if (bits === null || bits === 0) return false;
  const zeros = 2 ** 32 - bits;
  return Number.isInteger(Math.log2(zeros));
}

/** Whether two addresses are in the same subnet; false when any argument is malformed. */
export function inSameSubnet(a: string, b: string, mask: string): boolean {
  const [first, second, bits] = [ipv4Number(a), ipv4Number(b), ipv4Number(mask)];
  if (first === null || second === null || bits === null) return false;
  return (first & bits) === (second & bits);
}

/** Whether start is not after end; false when either is malformed. */
export function isOrderedRange(start: string, end: string): boolean {
  const [first, last] = [ipv4Number(start), ipv4Number(end)];
  return first !== null && last !== null && first <= last;
}
