import { expect } from 'chai';
import { ENDPOINTS } from '../../api/endpoints.js';
import { sharedApi, type Reply, type TestApi } from '../fixtures/api.js';
import { askById } from '../fixtures/asking.js';
import { makeUser } from '../fixtures/records/organisation.js';
import { eventually } from '../fixtures/eventually.js';
import type { NetworkRecords } from './tenancy/network-records.js';
import { TENANCY_ROWS } from './tenancy/table.js';
import { makeNetworks } from './tenancy/tenancy-fixture.js';

const READS = ENDPOINTS.filter(
  ({ routes, access, family }) => access === 'user' && family === 'v1' && routes[0]?.[0] === 'GET',
);
const FEWEST_WITH_ETAG = 25;

describe('reads that the console repeats', () => {
  let api: TestApi;
  let token: string;
  let home: NetworkRecords;
  let other: NetworkRecords;
  let withEtag = 0;
  before(async () => {
    api = await sharedApi();
    const { records } = await makeNetworks(api, ['home', 'other']);
    [home, other] = records as [NetworkRecords, NetworkRecords];
    ({ token } = await makeUser(api.deps, home.org, { role: 'super_admin' }));
  });

  for (const endpoint of READS) {
    const row = TENANCY_ROWS.find(({ operation }) => operation === endpoint.operation);

    // docs/http.md#revisions-2
    it(`have an ETag, if any, that is answered with 304 while nothing has changed: ${endpoint.operation}`, async () => {
      const input = (await row?.input(home, other)) ?? {};
      const read = async (tag: string): Promise<Reply> => {
        const reply = await askById(api, endpoint, input, { token, headers: { 'If-None-Match': tag } });
        if (!reply) throw new Error(`${endpoint.operation} needs other parameters`);
        return reply;
      };
      const first = await read('"none"');
      expect(first.status, first.text).to.equal(200);
      let tag = first.headers.get('ETag');
      expect(tag !== null, 'an ETag').to.equal(endpoint.headers?.includes('If-None-Match') === true);
      if (tag === null) return;
      withEtag += 1;
      // The first read may itself change what it shows: when the token was last used.
      await eventually('304', async () => {
        const { status, text, headers } = await read(tag ?? '');
        tag = headers.get('ETag');
        expect(tag, text).to.match(/^"/);
        expect(status).to.be.oneOf([200, 304]);
        return status === 304 && text === '';
      });
    });
  }

  it('are many', () => {
    expect(withEtag).to.be.at.least(FEWEST_WITH_ETAG);
  });
});
