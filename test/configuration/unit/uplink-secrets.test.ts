import { expect } from 'chai';
import fc from 'fast-check';
import { openEntries, sealEntries } from '../../../shared/configuration/domain/uplink-secrets.js';
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
        const sealed = sealEntries(KEYS, 'init_templates', 7, given);
        for (const stored of sealed.entries)
          expect([stored['key'] ?? null, stored['password'] ?? null]).to.deep.equal([null, null]);
        expect(openEntries(KEYS, 'init_templates', 7, sealed)).to.deep.equal(given);
        const hasSecret = given.some(({ key, password }) => (key ?? password ?? null) !== null);
        expect(sealed.secrets !== null).to.equal(hasSecret);
      }),
      { numRuns: 200 },
    );
  });

  it('do not open in another record, nor without their key', () => {
    const sealed = sealEntries([OLD], 'uplinks', 7, [{ uplink_type: '1', password: 'modem-password' }]);
    expect(() => openEntries([OLD], 'uplinks', 8, sealed)).to.throw();
    expect(() => openEntries([OLD], 'init_templates', 7, sealed)).to.throw();
    expect(() => openEntries(KEYS, 'uplinks', 7, sealed)).to.throw(/not in the key ring/);
  });
});
