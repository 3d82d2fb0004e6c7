import { expect } from 'chai';
import type { LookupAddress } from 'node:dns';
import { parseNetworks } from '../../../shared/platform/values/networks.js';
import { send, type SendSettings } from '../../../shared/webhooks/operations/deliver/send.js';
import { Receiver } from '../receiver.js';

const LOOPBACK = parseNetworks('127.0.0.0/8') ?? [];
const now = (): Date => new Date('2026-12-01T00:00:00Z');
const at = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const unasked = () => Promise.reject(new Error('An address is not resolved'));

describe('send', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await Receiver.open();
  });
  afterEach(() => receiver.close());

  const post = (url: string, settings: Partial<SendSettings> = {}) =>
    send({ url, body: '{}', headers: {} }, { allowed: LOOPBACK, now, resolve: unasked, ...settings });
  const hostUrl = (host: string): string => receiver.url.replace('127.0.0.1', host);

  it('connects to the address that was judged: a second answer of the name server has no effect', async () => {
    let asked = 0;
    const resolve = (): Promise<LookupAddress[]> => {
      asked += 1;
      return Promise.resolve(asked === 1 ? at('127.0.0.1') : at('10.0.0.1'));
    };
    expect(await post(hostUrl('rebinding.test'), { resolve })).to.include({ status: 204 });
    expect(asked).to.equal(1);
    expect(receiver.received[0]?.headers.host).to.match(/^rebinding\.test:/);
  });

  it('refuses a host with one address that is not public', async () => {
    const resolve = () => Promise.resolve(at('8.8.8.8', '::ffff:10.0.0.1'));
    expect(await post('https://mixed.test/', { resolve })).to.include({
      status: null,
      error: 'address_refused',
    });
  });

  it('refuses http to a public address, and any literal that is not public', async () => {
    const resolve = () => Promise.resolve(at('8.8.8.8'));
    for (const url of [
      'http://public.test/',
      'https://10.0.0.1/',
      'https://[64:ff9b::a00:1]/',
      'http://8.8.8.8/',
    ])
      expect(await post(url, { resolve }), url).to.include({ error: 'address_refused' });
    expect(await post(receiver.url, { allowed: [] })).to.include({ error: 'address_refused' });
    expect(receiver.received).to.deep.equal([]);
  });

  it('names why there was no answer, without an address', async () => {
    const { url } = receiver;
    await receiver.close();
    expect(await post(url)).to.deep.include({ status: null, error: 'connection_refused' });
    receiver = await Receiver.open();
    receiver.respond = (response) => response.destroy();
    expect(await post(receiver.url)).to.include({ error: 'connection_reset' });
    const resolve = () => Promise.reject(Object.assign(new Error('no 10.0.0.1'), { code: 'ENOTFOUND' }));
    expect(await post(hostUrl('gone.test'), { resolve })).to.include({ error: 'unknown_host' });
    expect(await post(receiver.url.replace('http:', 'https:'))).to.include({ status: null });
  });

  it('reads no more than a bounded part of a response', async () => {
    let written = 0;
    receiver.respond = (response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(64 * 1024);
      const more = (): void => {
        while (written < 64 * 1024 * 1024 && response.write(chunk)) written += chunk.length;
      };
      response.on('drain', more);
      more();
    };
    expect(await post(receiver.url)).to.include({ status: 200 });
    expect(written).to.be.below(16 * 1024 * 1024);
  });

  it('refuses a response whose headers do not end', async () => {
    receiver.respond = (response) => response.writeHead(200, { 'X-Long': 'x'.repeat(20_000) }).end();
    expect(await post(receiver.url)).to.include({ status: null });
  });

  it('gives up after 15 seconds', async () => {
    const over = new AbortController();
    const given: number[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => {
      given.push(ms);
      return over.signal;
    };
    receiver.respond = () => {
      over.abort();
    };
    try {
      expect(await post(receiver.url)).to.include({ status: null, error: 'timeout' });
    } finally {
      AbortSignal.timeout = timeout;
    }
    expect(given).to.deep.equal([15_000]);
  });
});
