import { expect } from 'chai';
import { HandshakeLimits } from '../../../gateway/door/handshake-limits.js';
import { parseProxyHeader } from '../../../gateway/door/proxy-header.js';
import { EnvError, readEnv } from '../../../shared/platform/env/env.js';

// docs/ucentral.md#handshakes
describe('the limits of handshakes', () => {
  it('allow eight of an address or /64 at once, and 64 in all', () => {
    const limits = new HandshakeLimits(10_000, () => 0);
    const eight = Array.from({ length: 8 }, (_, index) => limits.begin(`2001:db8::${index + 1}`));
    expect(eight).not.to.include(null);
    expect(limits.begin('2001:db8::99')).to.equal(null);
    const others = Array.from({ length: 57 }, (_, index) => limits.begin(`192.0.2.${index + 1}`));
    expect(others.filter((end) => end !== null)).to.have.length(56);
    eight[0]?.();
    eight[0]?.();
    expect(limits.begin('2001:db8::99')).not.to.equal(null);
    expect(limits.begin('198.51.100.1')).to.equal(null);
  });

  it('allow so many a second', () => {
    let now = 0;
    const limits = new HandshakeLimits(2, () => now);
    const begin = (): boolean => {
      const end = limits.begin('192.0.2.1');
      end?.();
      return end !== null;
    };
    expect([begin(), begin(), begin()]).to.deep.equal([true, true, false]);
    now = 500;
    expect([begin(), begin()]).to.deep.equal([true, false]);
  });
});

describe('a header of the PROXY protocol', () => {
  const signature = '0d0a0d0a000d0a515549540a';
  const ipv4 = Buffer.from(`${signature}2111000cc0000207c00002010bb83a9a`, 'hex');

  it('has the address of the client', () => {
    expect(parseProxyHeader(Buffer.concat([ipv4, Buffer.from('rest')]))).to.deep.equal({
      address: '192.0.2.7',
      bytes: 28,
    });
    const addresses = `20010db8${'0'.repeat(23)}7${'0'.repeat(32)}0bb83a9a`;
    const ipv6 = Buffer.from(`${signature}21210024${addresses}`, 'hex');
    expect(parseProxyHeader(ipv6)).to.include({ address: '2001:db8::7' });
  });

  it('is that of the balancer itself, not complete yet, or none', () => {
    const local = Buffer.from(`${signature}20000000`, 'hex');
    expect(parseProxyHeader(local)).to.deep.equal({ address: null, bytes: 16 });
    expect(parseProxyHeader(ipv4.subarray(0, 20))).to.equal('short');
    expect(parseProxyHeader(Buffer.from('16030100', 'hex'))).to.equal('malformed');
    expect(parseProxyHeader(Buffer.from(`${signature}2111ffff`, 'hex'))).to.equal('malformed');
  });
});

describe('the settings of the gateway', () => {
  it('are complete in production as soon as it has a port', () => {
    const secrets = {
      NODE_ENV: 'production',
      MONGODB_URI: 'mongodb://db/airfleet',
      REDIS_URL: 'redis://redis',
      SESSION_SECRET: 'x'.repeat(32),
      ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    };
    expect(readEnv(secrets).ucentralPort).to.equal(null);
    expect(() => readEnv({ ...secrets, UCENTRAL_PORT: '15002' }))
      .to.throw(EnvError)
      .with.property('faults')
      .with.length(3);
    const files = { UCENTRAL_CERT: 'a', UCENTRAL_KEY: 'b', UCENTRAL_CLIENT_CA: 'c' };
    expect(readEnv({ ...secrets, ...files, UCENTRAL_PORT: '15002' })).to.include({ ucentralPort: 15_002 });
  });
});
