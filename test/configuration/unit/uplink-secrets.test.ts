import { expect } from 'chai';
import fc from 'fast-check';
import { decryptEntries, encryptEntries } from '../../../shared/configuration/domain/uplink-secrets.js';
import type { KeyRing } from '../../../shared/platform/values/encrypt.js';

const OLD = Buffer.alloc(32, 'old');
const NEW = Buffer.alloc(32, 'new');
const KEYS: KeyRing = [NEW];

describe('the secrets of uplinks', () => {
  const secret = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
  const entry = fc.record(
    { uplink_type: fc.constantFrom('1', '4'), key: secret, password: secret, ssid: fc.string() },
    { requiredKeys: ['uplink_type'] },
  );

  it('are not in the stored entries, and come back as they were', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), (given) => {
        const encrypted = encryptEntries(KEYS, 'init_templates', 7, given);
        for (const stored of encrypted.entries)
          expect([stored['key'] ?? null, stored['password'] ?? null]).to.deep.equal([null, null]);
        expect(decryptEntries(KEYS, 'init_templates', 7, encrypted)).to.deep.equal(given);
        const hasSecret = given.some(({ key, password }) => (key ?? password ?? null) !== null);
        expect(encrypted.secrets !== null).to.equal(hasSecret);
      }),
      { numRuns: 200 },
    );
  });

  it('do not open in another record, nor without their key', () => {
    const encrypted = encryptEntries([OLD], 'uplinks', 7, [{ uplink_type: '1', password: 'modem-password' }]);
    expect(() => decryptEntries([OLD], 'uplinks', 8, encrypted)).to.throw();
    expect(() => decryptEntries([OLD], 'init_templates', 7, encrypted)).to.throw();
    expect(() => decryptEntries(KEYS, 'uplinks', 7, encrypted)).to.throw(/not in the key ring/);
  });
});
