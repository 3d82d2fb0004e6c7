import { expect } from 'chai';
import { sharedApi, type Reply, type TestApi } from '../../fixtures/api.js';
import { makeSsid, makeSsidHome, shownSsid, type SsidHome } from '../../fixtures/records/ssid.js';

const statuses = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status).sort();

describe('concurrent SSID updates', () => {
  let api: TestApi;
  let home: SsidHome;
  before(async () => {
    api = await sharedApi();
    home = await makeSsidHome(api);
  });

  const update = (id: number, network_ssid: unknown) =>
    api.call('PATCH', `/v1/network_ssids/${id}`, { token: home.admin.token, body: { network_ssid } });

  it('all take effect when they set different fields', async () => {
    const id = await makeSsid(api, home);
    const fields = {
      nat: '1',
      wna: '2',
      security_mode: '3',
      psk_type: '4',
      dns_mode: '5',
      splash_url: 'http://a',
    };
    const replies = await Promise.all(
      Object.entries(fields).map(([name, value]) => update(id, { [name]: value })),
    );
    expect(statuses(replies)).to.deep.equal(Array<number>(6).fill(200));
    expect(await shownSsid(api, home.admin.token, id)).to.include(fields);
  });

  it('never mix when they set the same fields', async () => {
    const id = await makeSsid(api, home);
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, number) =>
        update(id, { dhcp_range_start: `10.0.${number}.1`, dhcp_range_end: `10.0.${number}.9` }),
      ),
    );
    expect(statuses(replies)).to.deep.equal(Array<number>(15).fill(200));
    const { dhcp_range_start, dhcp_range_end } = await shownSsid(api, home.admin.token, id);
    expect(String(dhcp_range_end)).to.equal(String(dhcp_range_start).replace(/1$/, '9'));
  });

  it('leave one refused when two are valid alone and invalid together', async () => {
    const id = await makeSsid(api, home, { dhcp_range_start: '10.0.0.10', dhcp_range_end: '10.0.0.99' });
    const replies = await Promise.all([
      update(id, { dhcp_range_start: '10.0.0.60' }),
      update(id, { dhcp_range_end: '10.0.0.40' }),
    ]);
    expect(statuses(replies)).to.deep.equal([200, 422]);
  });

  it('give a name to one of eight SSIDs, and a validation message to the others', async () => {
    const own = await makeSsidHome(api);
    const ids: number[] = [];
    for (let number = 0; number < 8; number += 1) ids.push(await makeSsid(api, own));
    const replies = await Promise.all(
      ids.map((id) =>
        api.call('PUT', `/v1/network_ssids/${id}`, {
          token: own.admin.token,
          body: { network_ssid: { ssid_name: 'wanted' } },
        }),
      ),
    );
    expect(statuses(replies)).to.deep.equal([200, ...Array<number>(7).fill(422)]);
    for (const { status, body } of replies) {
      if (status === 200) continue;
      expect(body).to.include({
        errors: 'ssid_name is already the name of another SSID of the network',
        error_code: 1022,
      });
    }
  });
});
