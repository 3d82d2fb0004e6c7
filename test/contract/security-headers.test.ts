import { expect } from 'chai';
import { SITE } from '../../api/paths.js';
import { sharedApi, startTestApi, type CallOptions, type Reply, type TestApi } from '../fixtures/api.js';
import { headOf, SlowClients } from '../processes/slow-clients.js';
import { eventually } from '../fixtures/eventually.js';
import { makeOperator, makeOrganisation, makeUser } from '../fixtures/records/organisation.js';
import { PATH_ROWS } from './path-rows.js';
import { SITE_ROWS } from './site-rows.js';

const LIST = '/v1/access_points/list_inventory';
const HTML = { Accept: 'text/html' };
const JSON_BODY = { 'Content-Type': 'application/json' };

/** Expects the headers that every response has. The queue board has its own policy, which also forbids framing. */
function expectSafe({ headers }: Pick<Reply, 'headers'>): void {
  expect(headers.get('X-Content-Type-Options')).to.equal('nosniff');
  expect(headers.get('X-Frame-Options')).to.equal('DENY');
  expect(headers.get('Referrer-Policy')).to.equal('same-origin');
  expect(headers.get('Cross-Origin-Opener-Policy')).to.equal('same-origin');
  expect(headers.get('Cross-Origin-Resource-Policy')).to.equal('same-origin');
  const policy = headers.get('Content-Security-Policy');
  expect(policy).to.contain("default-src 'none'").and.to.contain("frame-ancestors 'none'");
  expect(policy).to.contain("script-src 'self';");
}

/** One request for each kind of response other than a route's refusal. */
const KINDS: readonly (readonly [what: string, status: number, method: string, path: string, CallOptions])[] =
  [
    ['a list', 200, 'GET', LIST, {}],
    ['a parameter that is refused', 422, 'GET', LIST, { query: { per_page: 'many' } }],
    ['a body that is not JSON', 400, 'POST', '/v1/network_ssids', { body: '{', headers: JSON_BODY }],
    ['a type that is not served', 406, 'GET', LIST, { headers: HTML }],
    ['a path that is not there', 404, 'GET', '/nowhere', {}],
    ['the page for a path that is not there', 404, 'GET', '/nowhere', { headers: HTML }],
    ['a method that is not taken', 405, 'PUT', LIST, {}],
    ['a form that leads elsewhere', 303, 'POST', '/upgrades', { headers: HTML }],
    ['a file', 200, 'GET', `${SITE.assets}/site.css`, {}],
    ['a file that is not there', 404, 'GET', `${SITE.assets}/nothing.css`, {}],
    ['the queue board', 200, 'GET', SITE.board, { headers: HTML }],
    ['a file of the queue board', 200, 'GET', `${SITE.board}/api/queues`, {}],
  ];

describe('security headers', () => {
  let api: TestApi;
  let token: string;
  let operator: string;

  before(async () => {
    api = await sharedApi();
    const { _id } = await makeOrganisation(api.deps);
    token = (await makeUser(api.deps, _id, { role: 'super_admin' })).token;
    operator = (await makeOperator(api.deps)).token;
  });

  for (const { method, path, body } of PATH_ROWS) {
    it(`are on the refusal of ${method} ${path}`, async () => {
      expectSafe(await api.call(method, path.replace(':id', '1'), { body }));
    });
  }

  for (const { method, path, accept } of SITE_ROWS) {
    it(`are on ${method} ${path} as ${accept}`, async () => {
      expectSafe(await api.call(method, path, { headers: { Accept: accept } }));
    });
  }

  for (const [what, status, method, path, options] of KINDS) {
    it(`are on ${what}: ${status}`, async () => {
      const mayAsk = path.startsWith(SITE.board) ? operator : token;
      const reply = await api.call(method, path, { token: mayAsk, ...options });
      expect(reply.status, reply.text).to.equal(status);
      expectSafe(reply);
    });
  }

  it('are on the 503 of a process whose body buffers are full', async () => {
    const full = await startTestApi();
    const clients = new SlowClients(full.url);
    try {
      const halfSent = headOf('POST', '/v1/network_ssids', { 'Content-Length': '10' });
      await clients.hold(64, halfSent);
      const body = { network_ssid: { ssid_name: 'x'.repeat(900_000) } };
      const refused = await eventually('its address has all of its bodies', async () => {
        // On a slow machine some of the bodies may have been cut meanwhile.
        await clients.hold(4, halfSent);
        const reply = await full.call('POST', '/v1/network_ssids', {
          token,
          body,
          headers: { Connection: 'close' },
        });
        return reply.status === 503 && reply;
      });
      expectSafe(refused);
    } finally {
      clients.close();
      await full.close();
    }
  });
});
