import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { BasicConstraintsExtension, X509CertificateGenerator } from '@peculiar/x509';
import { expect } from 'chai';
import { readAuthority } from '../../../shared/ucentral/operations/read-authority.js';
import {
  issueAuthority,
  issueDeviceCertificate,
} from '../../../shared/ucentral/operations/issue-certificates.js';

const NOW = new Date('2026-06-15T12:00:00Z');
const VALID = { from: new Date('2026-06-01T00:00:00Z'), days: 30 };
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]) };
const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A self-signed authority with a key and name of the test's choice. */
async function selfSigned(
  name: string,
  signingAlgorithm: webcrypto.EcKeyGenParams | webcrypto.RsaHashedKeyGenParams = P256,
): Promise<string> {
  const keys = await webcrypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name,
    notBefore: VALID.from,
    notAfter: new Date('2026-07-01T00:00:00Z'),
    signingAlgorithm,
    keys,
    extensions: [new BasicConstraintsExtension(true, 1, true)],
  });
  return certificate.toString('pem');
}

const nameHashOf = async (name: string): Promise<string> => {
  const read = readAuthority(await selfSigned(name), NOW);
  return typeof read === 'string' ? read : read.nameHash;
};

// docs/ucentral.md#owners
describe('the authority that an organisation brings', () => {
  it('is one valid, self-signed certificate of an authority with a strong key', async () => {
    const { certificate } = await issueAuthority('Site', VALID);
    expect(readAuthority(certificate, NOW)).to.deep.include({
      certificate,
      name: 'O=airfleet, CN=Site',
      validTo: new Date('2026-07-01T00:00:00Z'),
    });
    const rsa = await selfSigned('CN=Strong', { ...RSA, modulusLength: 2048 });
    expect(readAuthority(rsa, NOW)).to.include({ name: 'CN=Strong' });
  });

  it('is refused with the reason', async () => {
    const authority = await issueAuthority('Site', VALID);
    const { certificate: ofDevice } = await issueDeviceCertificate(authority, '02:00:5E:10:00:01', VALID);
    const weak = await selfSigned('CN=Weak', { ...RSA, modulusLength: 1024 });
    const long = await selfSigned(`CN=${'x'.repeat(60)}, O=${'y'.repeat(60)}, OU=${'z'.repeat(60)}`);
    const faults: readonly (readonly [string, Date, RegExp])[] = [
      ['', NOW, /one certificate in PEM/],
      ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', NOW, /one certificate in PEM/],
      [authority.key, NOW, /one certificate in PEM/],
      [authority.certificate + authority.certificate, NOW, /one certificate in PEM/],
      [ofDevice, NOW, /not the certificate of an authority/],
      [authority.certificate, new Date('2026-07-01T00:00:00Z'), /has expired/],
      [authority.certificate, new Date('2026-05-31T00:00:00Z'), /not valid yet/],
      [weak, NOW, /2048/],
      [long, NOW, /more than 200 bytes/],
    ];
    for (const [pem, now, fault] of faults) expect(readAuthority(pem, now)).to.match(fault);
  });

  it('has the name of another one whatever the case and spaces of the two', async () => {
    const hash = await nameHashOf('O=Some Site, CN=root');
    expect(await nameHashOf('O=some  SITE, CN=Root')).to.equal(hash);
    expect(await nameHashOf('O=Some Site, CN=other')).not.to.equal(hash);
    expect(await nameHashOf('CN=root, O=Some Site')).not.to.equal(hash);
  });
});
