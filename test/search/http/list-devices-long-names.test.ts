import { expect } from 'chai';
import { sharedApi } from '../../fixtures/api.js';
import { makeDevice } from '../../fixtures/records/device.js';
import { makeNetwork, makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import type { List } from './listed-fleet.js';

/** The longest name, of characters of three bytes in UTF-8. */
const LONGEST = '\u7db2'.repeat(255);

describe('GET /v1/devices', () => {
  for (const sort of ['name', 'network_name'])
    // docs/http.md#lists-1
    it(`has a next page after the longest ${sort}`, async () => {
      const api = await sharedApi();
      const { deps } = api;
      const org = (await makeOrganisation(deps))._id;
      const { token } = await makeUser(deps, org);
      const call = async (method: string, path: string, options: object): Promise<List> => {
        const reply = await api.call(method, path, { token, ...options });
        expect(reply.status, reply.text).to.equal(200);
        return reply.body;
      };
      const network = await makeNetwork(deps, org);
      const devices = [await makeDevice(deps, org, { network }), await makeDevice(deps, org, { network })];
      await call('PATCH', `/v1/networks/${network._id}`, { body: { network_name: LONGEST } });
      for (const { _id } of devices) await call('PATCH', `/v1/devices/${_id}`, { body: { name: LONGEST } });
      const list = (cursor = '') => call('GET', '/v1/devices', { query: { sort, per_page: 1, cursor } });
      const first = await list();
      const cursor = first.meta.next_cursor ?? '';
      expect(cursor.length).to.be.above(1024);
      const second = await list(cursor);
      const found = [...first.data.devices, ...second.data.devices].map(({ id }) => id);
      expect(found).to.deep.equal(devices.map(({ _id }) => _id));
      expect(second.meta.has_more).to.equal(false);
    });
});
