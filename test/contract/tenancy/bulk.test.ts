import { expect } from 'chai';
import type { Endpoint } from '../../../api/http/endpoint.js';
import { ENDPOINTS } from '../../../api/endpoints.js';
import { inputSchema } from '../../../api/openapi/json-schema.js';
import { sharedApi } from '../../fixtures/api.js';
import { ask } from '../../fixtures/asking.js';
import { BULK_ROWS } from './bulk-rows.js';
import type { NetworkRecords } from './network-records.js';
import { tenancyFixture, type TenancyFixture } from './tenancy-fixture.js';

/** Their lists name no records: hours, types of events, and how a passkey is reached. */
const WITHOUT_RECORDS = [
  'confirm_second_factor',
  'create_firmware_release',
  'update_firmware_release',
  'create_network',
  'update_network',
  'create_webhook',
  // Only a session of a browser may use it; its own tests send networks of others.
  'replace_sso',
  'update_webhook',
];

/** Whether the description of the endpoint's own parameters names several records. */
function takesList({ operation, input, documented = input, family }: Endpoint): boolean {
  if (WITHOUT_RECORDS.includes(operation)) return false;
  const described = JSON.stringify(inputSchema(documented));
  return family !== 'device' && /"type":"array"|comma-separated|List of AP/.test(described);
}

describe('a list with one foreign entry', () => {
  let service: TenancyFixture;

  before(async () => {
    service = await tenancyFixture(await sharedApi());
  });

  it('is tested for every operation that takes a list', () => {
    const operations = ENDPOINTS.filter(takesList).map(({ operation }) => operation);
    expect([...new Set(BULK_ROWS.map(({ operation }) => operation))]).to.have.members(operations);
  });

  for (const row of BULK_ROWS) {
    // docs/reliability.md#foreign-id-in-list
    it(`${row.operation} by ${row.by} returns ${row.status}, processes ${row.does} and shows nothing of the other organisation`, async () => {
      const endpoint = ENDPOINTS.find(({ operation }) => operation === row.operation);
      if (!endpoint) throw new Error('There is no such operation');
      const { home, theirs, api } = service;
      const { id, ...input } = await row.input(home, theirs);
      const before = await service.dump();
      const [, written = ''] = endpoint.routes[0] ?? [];
      const path = written.replace(':id', String(id)).replace('{.json}', '.json');
      const reply = await ask(api, endpoint, input, { token: home.admin.token, path });
      expect(reply.status, reply.text).to.equal(row.status);
      expect(reply.text).not.to.contain(theirs.marker);
      const after = await service.dump();
      const unchanged = ({ org }: NetworkRecords): boolean => after.get(org) === before.get(org);
      expect(unchanged(theirs), 'the other organisation is as it was').to.equal(true);
      expect(unchanged(home), 'the own one is as it was').to.equal(row.does !== 'the valid entries');
    });
  }
});
