import { expect } from 'chai';
import fc from 'fast-check';
import {
  inSameSubnet,
  ipv4Number,
  isOrderedRange,
  isSubnetMask,
} from '../../../shared/platform/values/ipv4.js';

const dotted = (bits: number): string => [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');

describe('ipv4Number', () => {
  it('returns the bits of an address', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), (bits) => {
        expect(ipv4Number(dotted(bits))).to.equal(bits);
      }),
    );
  });

  it('returns null for text that is not a dotted address', () => {
    for (const text of [
      '',
      '1',
      '1.2.3',
      '1.2.3.4.5',
      '256.0.0.1',
      '01.2.3.4',
      '1.2.3.4 ',
      '1.2.3.-4',
      '0x1.2.3.4',
      '::1',
    ]) {
      expect(ipv4Number(text), text).to.equal(null);
    }
  });
});

describe('isSubnetMask', () => {
  it('accepts the 32 masks', () => {
    for (let prefix = 1; prefix <= 32; prefix += 1) {
      expect(isSubnetMask(dotted((0xffffffff << (32 - prefix)) >>> 0)), String(prefix)).to.equal(true);
    }
  });

  it('refuses anything else', () => {
    for (const text of [
      '0.0.0.0',
      '255.0.255.0',
      '255.255.255.1',
      '0.0.0.255',
      '255.255.253.0',
      '24',
      '/24',
      '',
    ]) {
      expect(isSubnetMask(text), text).to.equal(false);
    }
  });
});

describe('inSameSubnet', () => {
  it('compares the bits under the mask', () => {
    expect(inSameSubnet('192.168.1.1', '192.168.1.254', '255.255.255.0')).to.equal(true);
    expect(inSameSubnet('192.168.1.1', '192.168.2.1', '255.255.255.0')).to.equal(false);
    expect(inSameSubnet('192.168.1.1', '192.168.2.1', '255.255.252.0')).to.equal(true);
    expect(inSameSubnet('10.0.0.1', '138.0.0.1', '128.0.0.0')).to.equal(false);
    expect(inSameSubnet('200.0.0.1', '250.0.0.1', '128.0.0.0')).to.equal(true);
    expect(inSameSubnet('200.0.0.1', '200.0.0.1', '255.255.255.255')).to.equal(true);
  });

  it('is false for malformed addresses', () => {
    expect(inSameSubnet('x', 'x', '255.0.0.0')).to.equal(false);
    expect(inSameSubnet('1.1.1.1', '1.1.1.1', 'x')).to.equal(false);
  });
});

describe('isOrderedRange', () => {
  it('compares addresses as numbers', () => {
    expect(isOrderedRange('10.0.0.9', '10.0.0.10')).to.equal(true);
    expect(isOrderedRange('10.0.0.9', '10.0.0.9')).to.equal(true);
    expect(isOrderedRange('10.0.0.10', '10.0.0.9')).to.equal(false);
    expect(isOrderedRange('10.0.0.1', '200.0.0.1')).to.equal(true);
    expect(isOrderedRange('x', '10.0.0.9')).to.equal(false);
  });
});
