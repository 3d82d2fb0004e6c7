import { expect } from 'chai';
import { ENDPOINTS } from '../../api/endpoints.js';
import { sharedApi, type TestApi } from '../fixtures/api.js';
import { PATH_ROWS, pathTitle, type PathRow } from './path-rows.js';
import { SITE_ROWS, siteTitle } from './site-rows.js';

/** The routes of an operation as the table of paths lists them: an optional suffix makes two rows. */
function routesOf(operation: string): string[] {
  const routes = ENDPOINTS.filter((endpoint) => endpoint.operation === operation).flatMap(
    (endpoint) => endpoint.routes,
  );
  return routes.flatMap(([method, path]) =>
    path.endsWith('{.json}')
      ? ['', '.json'].map((suffix) => `${method} ${path.replace('{.json}', suffix)}`)
      : [`${method} ${path}`],
  );
}

const BODIES: Record<Exclude<PathRow['refusal'], 'open' | 'ownOrigin'>, (body: never) => void> = {
  v1: (body: Record<string, unknown>) => {
    expect(body).to.have.all.keys('msg', 'error_code').and.include({ error_code: 1101 });
    expect(body['msg']).to.be.a('string');
  },
  openwisp: (body: string) => {
    expect(body).to.match(/^error: /);
  },
  upgrades: (body: Record<string, unknown>) => {
    expect(body).to.have.all.keys('message', 'status').and.include({ status: 401 });
    expect(body['message']).to.be.a('string');
  },
};

describe('paths', () => {
  let api: TestApi;
  before(async () => {
    api = await sharedApi();
  });

  for (const row of PATH_ROWS) {
    // docs/http.md#requests-1
    it(pathTitle(row), async () => {
      const { operation, method, path, refusal, body, query } = row;
      expect(routesOf(operation)).to.include(`${method} ${path}`);
      const asked = path.replace(':id', '1');
      for (const token of [undefined, 'not-a-token']) {
        const reply = await api.call(method, asked, { token, body, ...(query ? { query } : {}) });
        if (refusal === 'open') {
          const readsToken = ENDPOINTS.some((one) => one.operation === operation && one.takesCaller);
          expect(reply.status, 'open to everybody').to.equal(token !== undefined && readsToken ? 401 : 422);
        } else if (refusal === 'ownOrigin') {
          expect(reply.status, 'open to pages of the service').to.equal(403);
        } else {
          expect(reply.status, reply.text).to.equal(401);
          expect(reply.headers.get('WWW-Authenticate')).to.equal('Bearer');
          BODIES[refusal](reply.body);
        }
      }
    });
  }

  for (const row of SITE_ROWS) {
    it(siteTitle(row), async () => {
      const reply = await api.call(row.method, row.path, { headers: { Accept: row.accept } });
      expect(reply.status, reply.text).to.equal(row.status);
      expect(reply.headers.get('Location')).to.equal(row.location ?? null);
    });
  }

  // docs/http.md#requests-1
  it('answer 405 with Allow to other methods on the fixed names under /upgrades', async () => {
    const fixed = PATH_ROWS.filter(({ path }) => /^\/upgrades\/[^:]+$/.test(path));
    for (const path of new Set(fixed.map((row) => row.path))) {
      const allowed = fixed.filter((row) => row.path === path).map(({ method }) => method);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (allowed.some((one) => one === method)) continue;
        const reply = await api.call(method, path, {});
        expect([reply.status, reply.headers.get('Allow')?.replace('HEAD, ', '')]).to.deep.equal([
          405,
          allowed.join(', '),
        ]);
      }
    }
    expect(fixed).to.have.length.above(8);
  });

  it('are all in the table', () => {
    const served = [...new Set(ENDPOINTS.map(({ operation }) => operation))].flatMap((operation) =>
      routesOf(operation).map((route) => `${operation}: ${route}`),
    );
    const rows = PATH_ROWS.map(({ operation, method, path }) => `${operation}: ${method} ${path}`);
    expect(rows).to.have.members(served);
  });
});
