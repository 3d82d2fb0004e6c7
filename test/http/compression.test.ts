import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { sharedApi, type TestApi } from '../fixtures/api.js';
import { makeDevice } from '../fixtures/records/device.js';
import { makeOrganisation, makeUser } from '../fixtures/records/organisation.js';
import { makeSsid, makeSsidHome } from '../fixtures/records/ssid.js';

interface Raw {
  readonly status: number;
  readonly encoding: string | undefined;
  readonly vary: string | undefined;
  readonly etag: string | undefined;
  readonly bytes: Buffer;
}

/** A request whose answer is not decoded. */
function raw(url: string, headers: Record<string, string>): Promise<Raw> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { vary, etag, 'content-encoding': encoding } = response.headers;
        resolve({ status: response.statusCode ?? 0, encoding, vary, etag, bytes: Buffer.concat(chunks) });
      });
    })
      .on('error', reject)
      .end();
  });
}

describe('compressed answers', () => {
  let api: TestApi;
  let token: string;

  before(async () => {
    api = await sharedApi();
    const { _id } = await makeOrganisation(api.deps);
    ({ token } = await makeUser(api.deps, _id, { role: 'super_admin' }));
    for (let made = 0; made < 10; made += 1) await makeDevice(api.deps, _id);
  });

  const ask = (path: string, encoding: string, more: Record<string, string> = {}): Promise<Raw> =>
    raw(new URL(path, api.url).href, {
      Authorization: `Bearer ${token}`,
      'Accept-Encoding': encoding,
      ...more,
    });

  // docs/http.md#compression-1
  it('are sent to clients that accept gzip, and contain the same JSON', async () => {
    const path = '/v1/access_points/list_inventory';
    const plain = await ask(path, 'identity');
    const compressed = await ask(path, 'gzip, br');
    expect([plain.encoding, compressed.encoding]).to.deep.equal([undefined, 'gzip']);
    expect(compressed.vary).to.include('Accept-Encoding');
    expect(gunzipSync(compressed.bytes).toString()).to.equal(plain.bytes.toString());
    expect(compressed.bytes.length).to.be.lessThan(plain.bytes.length / 3);
  });

  it('are not sent for a body below a kilobyte', async () => {
    const small = await ask('/v1/networks', 'gzip');
    expect(small).to.include({ status: 200, encoding: undefined });
    expect(small.bytes.length).to.be.within(1, 1023);
  });

  it('are not sent for the list of SSIDs, which contains keys', async () => {
    const home = await makeSsidHome(api);
    for (let made = 0; made < 3; made += 1) await makeSsid(api, home, { wpa_key: 'a passphrase' });
    const list = await raw(`${api.url}/v1/network_ssids`, {
      Authorization: `Bearer ${home.admin.token}`,
      'Accept-Encoding': 'gzip',
    });
    expect(list).to.include({ status: 200, encoding: undefined });
    expect(list.bytes.length).to.be.above(1024);
  });

  // docs/http.md#compression-2
  it('are sent for the API document, which is not sent again while its ETag is current', async () => {
    const document = await ask('/openapi.json', 'gzip');
    expect(document).to.include({ status: 200, encoding: 'gzip' });
    expect(JSON.parse(gunzipSync(document.bytes).toString())).to.include({ openapi: '3.1.0' });
    const again = await ask('/openapi.json', 'gzip', { 'If-None-Match': document.etag ?? '' });
    expect(again).to.include({ status: 304, encoding: undefined });
  });
});
