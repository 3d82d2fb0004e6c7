import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
  X509CrlGenerator,
} from '@peculiar/x509';
import { isIP } from 'node:net';
import { compactMac } from '../../platform/values/mac.js';

/** A certificate and its private key, in PEM. */
export interface Issued {
  readonly certificate: string;
  readonly key: string;
}

export interface Validity {
  readonly from: Date;
  readonly days: number;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

/** An authority of an installation's or an organisation's own. */
export async function issueAuthority(name: string, validity: Validity): Promise<Issued> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: nameOf('airfleet', name),
    ...during(validity),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 1, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await pemOf(keys) };
}

/** The certificate of a device, with the subject that access points and switches are shipped with. */
export function issueDeviceCertificate(
  authority: Issued,
  macId: string,
  validity: Validity,
): Promise<Issued> {
  return issue(authority, nameOf('TIP', compactMac(macId)), validity, [
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
  ]);
}

/** The certificate of a gateway that devices reach by a name or an address. */
export function issueServerCertificate(authority: Issued, host: string, validity: Validity): Promise<Issued> {
  const type = isIP(host) === 0 ? 'dns' : 'ip';
  return issue(authority, nameOf('airfleet', host), validity, [
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    new SubjectAlternativeNameExtension([{ type, value: host }]),
  ]);
}

/** The list of certificates that an authority has revoked. */
export async function issueRevocations(
  authority: Issued,
  certificates: readonly string[],
  validity: Validity,
): Promise<string> {
  const { from, days } = validity;
  const list = await X509CrlGenerator.create({
    issuer: new X509Certificate(authority.certificate).subject,
    thisUpdate: from,
    nextUpdate: new Date(from.getTime() + days * DAY_MS),
    entries: certificates.map((pem) => ({
      serialNumber: new X509Certificate(pem).serialNumber,
      revocationDate: from,
    })),
    signingAlgorithm: ALGORITHM,
    signingKey: await signingKeyOf(authority),
  });
  return list.toString('pem');
}

async function issue(
  authority: Issued,
  subject: string,
  validity: Validity,
  extensions: readonly (ExtendedKeyUsageExtension | SubjectAlternativeNameExtension)[],
): Promise<Issued> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject,
    issuer: new X509Certificate(authority.certificate).subject,
    ...during(validity),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: await signingKeyOf(authority),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      ...extensions,
    ],
  });
  return { certificate: certificate.toString('pem'), key: await pemOf(keys) };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function pemOf({ privateKey }: webcrypto.CryptoKeyPair): Promise<string> {
  return PemConverter.encode(
    await webcrypto.subtle.exportKey('pkcs8', privateKey),
    PemConverter.PrivateKeyTag,
  );
}

function signingKeyOf({ key }: Issued): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(key), ALGORITHM, false, ['sign']);
}

/** Positive, so that a leading zero changes nothing. */
function newSerial(): string {
  return `01${randomBytes(15).toString('hex')}`;
}

/** Escapes what RFC 4514 gives a meaning. */
function nameOf(organisation: string, commonName: string): string {
  return `O=${organisation}, CN=${commonName.replace(/[,=+<>#;"\\]/g, '\\$&')}`;
}

function during({ from, days }: Validity): { notBefore: Date; notAfter: Date } {
  return { notBefore: from, notAfter: new Date(from.getTime() + days * DAY_MS) };
}
