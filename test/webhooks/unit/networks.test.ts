import { expect } from 'chai';
import { readEnv } from '../../../shared/platform/env/env.js';
import { isInNetworks, isPublicAddress, parseNetworks } from '../../../shared/platform/values/networks.js';

const PRIVATE = [
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.0.0.1'],
  ...['192.0.2.1', '192.168.0.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1'],
  ...['255.255.255.255', '::', '::1', '::7f00:1', '::ffff:10.0.0.1', '::ffff:0:10.0.0.1', '64:ff9b::808:808'],
  ...['64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:808:808::', '3fff::1', '4000::1', '5f00::1'],
  ...['fc00::1', 'fe80::1', 'fec0::1', 'ff02::1', 'localhost', '', '8.8.8.8/32', '0x8080808'],
];
const PUBLIC = ['8.8.8.8', '1.1.1.1', '::ffff:8.8.8.8', '2606:4700::1111', '2a00:1450::1'];

describe('isPublicAddress', () => {
  for (const address of PRIVATE)
    it(`is false for ${address || 'nothing'}`, () => {
      expect(isPublicAddress(address)).to.equal(false);
    });
  for (const address of PUBLIC)
    it(`is true for ${address}`, () => {
      expect(isPublicAddress(address)).to.equal(true);
    });
});

describe('parseNetworks', () => {
  it('reads networks of both families, which contain their addresses only', () => {
    const networks = parseNetworks('10.0.0.0/8, fd00::/8') ?? [];
    expect(
      ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1'].map((each) => isInNetworks(each, networks)),
    ).to.deep.equal([true, true, true]);
    expect(['11.0.0.1', 'fc00::1', 'x'].some((each) => isInNetworks(each, networks))).to.equal(false);
  });

  it('refuses anything else, and names WEBHOOK_ALLOW', () => {
    for (const text of ['10.0.0.0', '10.0.0.0/33', 'x/8', '10.0.0.0/8,']) {
      expect(parseNetworks(text), text).to.equal(null);
      expect(() => readEnv({ WEBHOOK_ALLOW: text })).to.throw(/WEBHOOK_ALLOW/);
    }
  });
});
