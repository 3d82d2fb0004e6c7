import 'reflect-metadata';
import { PemConverter, X509Certificate, X509Crl } from '@peculiar/x509';

/** Revoked certificates, by the hash of the key of the authority that has signed their list. */
export interface Revocations {
  readonly serials: ReadonlyMap<string, ReadonlySet<string>>;
  /** When the list that ends first ends; null without one. */
  readonly nextUpdate: Date | null;
}

export const NO_REVOCATIONS: Revocations = { serials: new Map(), nextUpdate: null };

/**
 * Reads lists of revoked certificates in PEM, each signed by one of the authorities.
 * @param authorities certificates in PEM with the hashes of their keys
 * @throws Error naming the list that no authority has signed
 */
export async function readRevocations(
  pem: string,
  authorities: readonly { readonly certificate: string; readonly keyHash: string }[],
): Promise<Revocations> {
  const lists = PemConverter.decode(pem).map((raw) => new X509Crl(raw));
  if (lists.length === 0) throw new Error('it has no list of revoked certificates');
  const serials = new Map<string, Set<string>>();
  let nextUpdate: Date | null = null;
  for (const list of lists) {
    const keyHash = await signerOf(list, authorities);
    const revoked = list.entries.map(({ serialNumber }) => normalSerial(serialNumber));
    serials.set(keyHash, new Set([...(serials.get(keyHash) ?? []), ...revoked]));
    const ends = list.nextUpdate ?? null;
    if (ends && (nextUpdate === null || ends < nextUpdate)) nextUpdate = ends;
  }
  return { serials, nextUpdate };
}

/** Whether the authority with this key has revoked the certificate with the serial number, in hexadecimal. */
export function isRevoked({ serials }: Revocations, keyHash: string, serial: string): boolean {
  return serials.get(keyHash)?.has(normalSerial(serial)) ?? false;
}

async function signerOf(
  list: X509Crl,
  authorities: readonly { readonly certificate: string; readonly keyHash: string }[],
): Promise<string> {
  for (const { certificate, keyHash } of authorities) {
    const authority = new X509Certificate(certificate);
    if (authority.subject === list.issuer && (await list.verify({ publicKey: authority }))) return keyHash;
  }
  throw new Error(`no authority has signed the list of ${list.issuer}`);
}

function normalSerial(serial: string): string {
  return serial.toLowerCase().replace(/^0+/, '');
}
