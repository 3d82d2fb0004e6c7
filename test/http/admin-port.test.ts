import { expect } from 'chai';
import { startTestApi, type TestApi } from '../fixtures/api.js';

const PROBES = ['/livez', '/readyz', '/metrics'];

describe('ADMIN_PORT', () => {
  let api: TestApi;
  const statusesAt = (base: string, paths: readonly string[]): Promise<number[]> =>
    Promise.all(paths.map(async (path) => (await fetch(new URL(path, base))).status));

  describe('set', () => {
    before(async () => {
      api = await startTestApi({ env: { ADMIN_PORT: '0' } });
      await api.deps.indexesReady();
    });
    after(() => api.close());

    it('serves probes and metrics on that port, and on PORT none of them', async () => {
      expect(api.adminUrl).not.to.equal(api.url);
      expect(await statusesAt(api.adminUrl, PROBES)).to.deep.equal([200, 200, 200]);
      expect(await statusesAt(api.url, PROBES)).to.deep.equal([404, 404, 404]);
    });

    it('serves no operation and no page on that port', async () => {
      const others = ['/v1/network_ssids', '/upgrades.json', '/sign_in', '/openapi.json', '/admin/queues'];
      expect(await statusesAt(api.adminUrl, others)).to.deep.equal(others.map(() => 404));
      const { status } = await fetch(new URL('/metrics', api.adminUrl), { method: 'POST' });
      expect(status).to.equal(405);
    });

    it('counts requests of both ports in the metrics, and sets the security headers', async () => {
      await api.call('GET', '/v1/network_ssids');
      const reply = await fetch(new URL('/metrics', api.adminUrl));
      expect(await reply.text()).to.contain('list_network_ssids');
      expect(reply.headers.get('X-Content-Type-Options')).to.equal('nosniff');
    });
  });

  it('closes both ports with the API', async () => {
    api = await startTestApi({ env: { ADMIN_PORT: '0' } });
    const { url, adminUrl } = api;
    await api.close();
    for (const base of [url, adminUrl]) {
      const failure = await fetch(new URL('/livez', base)).then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure, base).to.be.an('error');
    }
  });

  it('leaves probes and metrics on PORT when unset', async () => {
    api = await startTestApi();
    try {
      await api.deps.indexesReady();
      expect(api.adminUrl).to.equal(api.url);
      expect(await statusesAt(api.url, PROBES)).to.deep.equal([200, 200, 200]);
    } finally {
      await api.close();
    }
  });
});
