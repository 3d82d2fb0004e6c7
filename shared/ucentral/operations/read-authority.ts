import 'reflect-metadata';
import { createHash, X509Certificate } from 'node:crypto';
import { X509Certificate as ParsedCertificate } from '@peculiar/x509';
import { MAX_NAME_BYTES, type AuthorityCertificate } from '../domain/authority.js';

const CURVES: readonly unknown[] = ['prime256v1', 'secp384r1', 'secp521r1'];
const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 8192;

/** Reads the certificate of an authority that an organisation brings. A text says why it cannot be used. */
export function readAuthority(pem: string, now: Date): AuthorityCertificate | string {
  if ((pem.match(/-----BEGIN /g) ?? []).length !== 1) return 'must be one certificate in PEM';
  let parsed: X509Certificate;
  try {
    parsed = new X509Certificate(pem);
  } catch {
    return 'must be one certificate in PEM';
  }
  return faultOf(parsed, now) ?? authorityOf(parsed);
}

/** An authority whose certificate is used as it is. */
export function authorityOf(parsed: X509Certificate): AuthorityCertificate {
  return {
    certificate: parsed.toString().trimEnd(),
    name: parsed.subject.replaceAll('\n', ', '),
    keyHash: keyHashOf(parsed),
    nameHash: nameHashOf(parsed),
    validFrom: new Date(parsed.validFrom),
    validTo: new Date(parsed.validTo),
  };
}

/** The hash by which the key of an authority is known. */
export function keyHashOf({ publicKey }: X509Certificate): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

function faultOf(parsed: X509Certificate, now: Date): string | null {
  if (!parsed.ca) return 'is not the certificate of an authority';
  if (!isSelfSigned(parsed)) return 'is not self-signed';
  if (new Date(parsed.validTo) <= now) return 'has expired';
  if (new Date(parsed.validFrom) > now) return 'is not valid yet';
  if (!isStrong(parsed)) return 'needs a key of RSA with 2048 to 8192 bits, or of P-256, P-384 or P-521';
  if (subjectOf(parsed).toArrayBuffer().byteLength > MAX_NAME_BYTES)
    return `has a name of more than ${MAX_NAME_BYTES} bytes`;
  return null;
}

function isSelfSigned(parsed: X509Certificate): boolean {
  return parsed.checkIssued(parsed) && parsed.verify(parsed.publicKey);
}

function isStrong({ publicKey }: X509Certificate): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey;
  if (type === 'ec') return CURVES.includes(details?.namedCurve);
  const bits = details?.modulusLength ?? 0;
  return type === 'rsa' && bits >= MIN_RSA_BITS && bits <= MAX_RSA_BITS;
}

/**
 * Equal for names that TLS takes for the same, whatever their case and spaces: it looks for the issuer of a certificate by
 * its name, so two authorities of one name would lock out each other's devices.
 */
function nameHashOf(parsed: X509Certificate): string {
  const names = subjectOf(parsed)
    .toJSON()
    .map((name) =>
      Object.entries(name)
        .map(([type, values]) => [type, values.map(comparable).toSorted()])
        .toSorted(),
    );
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}

function comparable(value: string): string {
  return value.toLowerCase().replace(/\s+/g, ' ').trim();
}

function subjectOf({ raw }: X509Certificate) {
  return new ParsedCertificate(raw).subjectName;
}
