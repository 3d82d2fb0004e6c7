import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { sharedApi, type TestApi } from '../fixtures/api.js';

const ASSETS = 'dist/console/assets';

interface Received {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** Sends a path as it is, and reads the body without decompressing it; fetch does neither. */
function receive(url: string, path: string, headers: Record<string, string> = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    get(new URL(url), { path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) });
      });
    }).on('error', reject);
  });
}

describe('files of the console', () => {
  let api: TestApi;
  const script = readdirSync(ASSETS).find((name) => name.endsWith('.js')) ?? '';
  const content = readFileSync(`${ASSETS}/${script}`);

  before(async () => {
    api = await sharedApi();
  });

  for (const [accepted, encoding, decompress] of [
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ] as const) {
    it(`are sent as ${encoding ?? 'they are'} to a browser that accepts ${accepted}`, async () => {
      const path = `/console/assets/${script}`;
      const { status, headers, body } = await receive(api.url, path, { 'Accept-Encoding': accepted });
      expect(status).to.equal(200);
      expect(headers['content-encoding']).to.equal(encoding);
      expect(headers['content-type']).to.equal('text/javascript; charset=utf-8');
      expect(headers['cache-control']).to.equal('public, max-age=31536000, immutable');
      expect(headers.vary).to.contain('Accept-Encoding');
      expect(decompress(body).equals(content)).to.equal(true);
    });
  }

  for (const path of [
    '/console/assets/missing.js',
    `/console/assets/${script}.br`,
    '/console/assets/../index.html',
    '/console/assets/..%2F..%2Fapi%2Fmain.js',
    '/console/assets/%2e%2e',
  ]) {
    it(`do not include ${path.replace(script, 'SCRIPT')}`, async () => {
      const { status, body } = await receive(api.url, path);
      expect(body.includes('import ')).to.equal(false);
      if (status === 200) expect(body.toString()).to.contain('<div id="root">');
      else expect(status).to.equal(404);
    });
  }

  for (const path of ['/console', '/console/', '/console/rollouts/7?tab=log', '/console/no/such/screen']) {
    it(`are referenced by the page of ${path}, which is not cached and has nothing inline`, async () => {
      const { status, headers, body } = await receive(api.url, path);
      expect(status).to.equal(200);
      expect(headers['cache-control']).to.equal('no-store');
      const page = body.toString();
      expect(page).to.match(
        /<script type="module" crossorigin src="\/console\/assets\/index-[\w-]+\.js"><\/script>/,
      );
      expect(page).to.not.match(/<style|style="|<script>|onload=/);
    });
  }
});
