import { expect } from 'chai';
import { Secret } from 'otpauth';
import { hashRecoveryCode, newRecoveryCodes } from '../../../shared/access/domain/recovery-codes.js';
import { newTotpSecret, stepOfCode, totpUri } from '../../../shared/access/domain/totp.js';

/** The secret of RFC 6238, appendix B. */
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32;
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('codes of authenticator apps', () => {
  it('are those of RFC 6238', () => {
    // Its codes have eight digits; ours are their last six.
    const vectors: readonly [seconds: number, code: string][] = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
    ];
    for (const [seconds, code] of vectors)
      expect(stepOfCode(RFC_SECRET, code, at(seconds)), String(seconds)).to.equal(Math.floor(seconds / 30));
  });

  it('are taken one step early or late, and no more', () => {
    const found = [-60, -30, 0, 30, 60].map((late) =>
      stepOfCode(RFC_SECRET, '081804', at(1_111_111_109 + late)),
    );
    const step = Math.floor(1_111_111_109 / 30);
    expect(found).to.deep.equal([null, step, step, step, null]);
    expect(stepOfCode(RFC_SECRET, '081805', at(1_111_111_109))).to.equal(null);
  });

  it('come from secrets of 160 bits, in a URI that apps read', () => {
    const secret = newTotpSecret();
    expect(secret).to.match(/^[A-Z2-7]{32}$/);
    const uri = new URL(totpUri(secret, 'ann+1@example.test'));
    expect(uri.pathname.split('/').at(-1)).to.equal('airfleet:ann%2B1%40example.test');
    expect(Object.fromEntries(uri.searchParams)).to.deep.equal({
      issuer: 'airfleet',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('recovery codes', () => {
  it('are ten of 80 bits, and are read in any case and without hyphens', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes)).to.have.length(10);
    for (const code of codes) {
      expect(code).to.match(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
      const spellings = [code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')}\n`];
      expect(new Set([code, ...spellings].map(hashRecoveryCode))).to.have.length(1);
    }
  });
});
