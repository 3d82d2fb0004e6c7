import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Env } from '../../shared/platform/env/env.js';
import { authorityOf } from '../../shared/ucentral/operations/read-authority.js';
import {
  NO_REVOCATIONS,
  readRevocations,
  type Revocations,
} from '../../shared/ucentral/operations/revocations.js';

/** Where the files are; none are read without a certificate, a key and an authority. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
  readonly clientCa: string;
  readonly crl: string | null;
}

export interface Authority {
  /** In PEM. */
  readonly certificate: string;
  readonly keyHash: string;
  readonly nameHash: string;
  readonly validTo: Date;
  /** The organisation whose devices alone it opens; null: the installation, for the devices of all organisations. */
  readonly owner: number | null;
}

/** What the files hold, judged at once. */
export interface Certificates {
  readonly cert: string;
  readonly key: string;
  readonly validTo: Date;
  readonly authorities: readonly Authority[];
  readonly revocations: Revocations;
}

export function certificateFiles(
  env: Pick<Env, 'ucentralCert' | 'ucentralKey' | 'ucentralClientCa' | 'ucentralCrl'>,
): CertificateFiles | null {
  const { ucentralCert: cert, ucentralKey: key, ucentralClientCa: clientCa, ucentralCrl: crl } = env;
  return cert === null || key === null || clientCa === null ? null : { cert, key, clientCa, crl };
}

/** Reads the files. @throws Error naming the file that cannot be used, and why */
export async function readCertificates(files: CertificateFiles, now: Date): Promise<Certificates> {
  const [cert, key, ca, crl] = await Promise.all([
    read('UCENTRAL_CERT', files.cert),
    read('UCENTRAL_KEY', files.key),
    read('UCENTRAL_CLIENT_CA', files.clientCa),
    files.crl === null ? null : read('UCENTRAL_CRL', files.crl),
  ]);
  const server = judged('UCENTRAL_CERT', () => new X509Certificate(cert));
  requireValid('UCENTRAL_CERT', server, now);
  const fits = judged('UCENTRAL_KEY', () => server.checkPrivateKey(createPrivateKey(key)));
  if (!fits) throw new Error('UCENTRAL_KEY: it is not the key of the certificate');
  const authorities = judged('UCENTRAL_CLIENT_CA', () => authoritiesOf(ca));
  for (const { certificate } of authorities)
    requireValid('UCENTRAL_CLIENT_CA', new X509Certificate(certificate), now);
  const revocations = await revocationsOf(crl, authorities, now);
  return { cert, key, validTo: new Date(server.validTo), authorities, revocations };
}

function authoritiesOf(pem: string): Authority[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Error('it has no certificate');
  return blocks.map((block) => {
    const certificate = new X509Certificate(block);
    if (!certificate.ca) throw new Error('it has a certificate that is not of an authority');
    return { ...authorityOf(certificate), owner: null };
  });
}

async function revocationsOf(
  pem: string | null,
  authorities: readonly Authority[],
  now: Date,
): Promise<Revocations> {
  if (pem === null) return NO_REVOCATIONS;
  const revocations = await readRevocations(pem, authorities).catch((error: unknown) => {
    throw named('UCENTRAL_CRL', error);
  });
  const { nextUpdate } = revocations;
  if (nextUpdate && nextUpdate <= now) throw new Error('UCENTRAL_CRL: it has expired');
  return revocations;
}

function requireValid(name: string, { validFrom, validTo }: X509Certificate, now: Date): void {
  if (new Date(validTo) <= now) throw new Error(`${name}: it has expired`);
  if (new Date(validFrom) > now) throw new Error(`${name}: it is not valid yet`);
}

async function read(name: string, path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw named(name, error);
  });
}

function judged<T>(name: string, judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    throw named(name, error);
  }
}

function named(name: string, error: unknown): Error {
  return new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
}
