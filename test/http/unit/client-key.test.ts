import { expect } from 'chai';
import fc from 'fast-check';
import { canonicalAddress, clientKey, wideClientKey } from '../../../shared/platform/values/client-key.js';

const groups = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: count, maxLength: count });
const text = (numbers: readonly number[]): string => numbers.map((group) => group.toString(16)).join(':');

describe('clientKey', () => {
  it('is one key for the notations of an address', () => {
    const mapped = ['::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:c000:0201', '::ffff:c000:0201'];
    for (const notation of ['192.0.2.1', ...mapped]) {
      expect(canonicalAddress(notation), notation).to.equal('192.0.2.1');
      expect(clientKey(notation), notation).to.equal('192.0.2.1');
      expect(wideClientKey(notation), notation).to.equal(null);
    }
    for (const notation of ['2001:db8::1', '2001:DB8:0:0::1', '2001:0db8:0000:0000:0000:0000:0.0.0.1']) {
      expect(canonicalAddress(notation), notation).to.equal('2001:db8::1');
      expect(clientKey(notation), notation).to.equal('2001:db8::/64');
      expect(wideClientKey(notation), notation).to.equal('2001:db8::/48');
    }
    expect(clientKey('fe80::1%eth0')).to.equal('fe80::/64');
    expect(clientKey('')).to.equal('');
  });

  it('is shared by a /64, and by no two of them', () => {
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), groups(4), (network, other, host, guest) => {
        // ::ffff:0:0/96 is IPv4.
        fc.pre([network, other].every(([first = 0]) => first !== 0));
        const key = clientKey(text([...network, ...host]));
        expect(clientKey(text([...network, ...guest]))).to.equal(key);
        const isSame = text(network) === text(other);
        expect(clientKey(text([...other, ...guest])) === key).to.equal(isSame);
        const isSameWide = text(network.slice(0, 3)) === text(other.slice(0, 3));
        const wide = wideClientKey(text([...network, ...host]));
        expect(wideClientKey(text([...other, ...guest])) === wide).to.equal(isSameWide);
        const sibling = [...network.slice(0, 3), (network[3] ?? 0) ^ 1];
        expect(clientKey(text([...sibling, ...host]))).not.to.equal(key);
        expect(wideClientKey(text([...sibling, ...host]))).to.equal(wide);
      }),
    );
  });
});
