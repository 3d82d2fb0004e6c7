import { expect } from 'chai';
import { get } from 'node:http';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';

const JSON_ROWS = [
  undefined,
  '*/*',
  '*/*;q=0.1',
  'application/json',
  'Application/JSON; charset=utf-8',
  'application/json, text/plain, */*',
  'application/json, text/javascript, */*; q=0.01',
  'text/html, application/json',
  'text/html;q=0.8, application/json;q=0.8',
  'text/html;q=0.5, application/json;q=0.9',
];
const PAGE_ROWS = [
  'text/html',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html, application/json;q=0.9',
  'application/json;q=0.5, */*',
  'application/json;q=0, */*',
  'application/*',
  'text/plain, */*',
];

describe('Accept', () => {
  let fixture: UpgradeFixture;
  before(async () => {
    fixture = await upgradeFixture();
  });

  /** Not by fetch, which always sends an Accept. */
  async function typeFor(accept: string | undefined, path = '/upgrades'): Promise<string | undefined> {
    const headers = { Authorization: `Bearer ${fixture.admin.token}`, ...(accept && { Accept: accept }) };
    const [reply] = (await once(get(`${fixture.api.url}${path}`, { headers }), 'response')) as [
      IncomingMessage,
    ];
    reply.resume();
    expect(reply.statusCode).to.equal(200);
    return reply.headers['content-type']?.split(';')[0];
  }

  for (const accept of JSON_ROWS)
    // docs/http.md#json-1
    it(`${accept ?? 'absent'} selects JSON of GET /upgrades`, async () => {
      expect(await typeFor(accept)).to.equal('application/json');
    });
  // docs/http.md#json-2
  it('is 406 under /v1 only when it takes no JSON', async () => {
    const path = '/v1/network_ssids';
    expect(await typeFor('text/html,*/*;q=0.8', path)).to.equal('application/json');
    for (const Accept of ['text/html', 'text/html, application/json;q=0'])
      expect((await fixture.call('GET', path, { headers: { Accept } })).status, Accept).to.equal(406);
  });

  for (const accept of PAGE_ROWS)
    // docs/http.md#json-2
    it(`${accept} selects the page of GET /upgrades, and JSON with a .json suffix`, async () => {
      expect(await typeFor(accept)).to.equal('text/html');
      expect(await typeFor(accept, '/upgrades.json')).to.equal('application/json');
    });
});
