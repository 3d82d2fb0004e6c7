import { expect } from 'chai';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import { faultsIn, refused } from '../../fixtures/records/rollout-fixture.js';
import { makeSsid, shownSsid } from '../../fixtures/records/ssid.js';
import { upgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

interface Result {
  readonly network_id: number;
  readonly ssid_id: number | null;
  readonly error_code: number | null;
}

describe('a copy of an SSID', () => {
  // docs/administration.md#copy_ssid-1
  // docs/administration.md#copy_ssid-2
  it('has its fields and its key in every network that takes it', async () => {
    const fixture = await upgradeFixture();
    const { api, org, admin, network } = fixture;
    const device = await fixture.device({ network });
    const associated_aps_and_tags = [`AP:${device._id}`];
    const fields = { ssid_name: 'guests', wpa_key: 'a long key', is_enabled: false, associated_aps_and_tags };
    const id = await makeSsid(api, fixture, fields);
    await makeSsid(api, fixture, { ssid_name: 'guests' });
    const other = await makeNetwork(api.deps, org);
    const unknown = 999_999_999;
    const copy = (token = admin.token) =>
      fixture.call('POST', `/v1/network_ssids/${id}/copy`, {
        token,
        body: { network_ids: [other._id, network._id, unknown] },
      });
    const reply = await copy();
    expect(reply.status, reply.text).to.equal(200);
    const { results } = (reply.body as { data: { results: Result[] } }).data;
    expect(results.map(({ network_id, error_code }) => [network_id, error_code])).to.deep.equal([
      [other._id, null],
      [network._id, 1024],
      [unknown, 1001],
    ]);
    const shown = await shownSsid(api, admin.token, results[0]?.ssid_id ?? 0);
    expect(shown).to.deep.include({ ...fields, associated_aps_and_tags: [] });
    const networks = [{ id: network._id, access: 'read' as const }];
    const reader = await makeUser(api.deps, org, { role: 'operator', networks });
    expect(refused(await copy(reader.token))).to.deep.equal([403, 1102]);
    const stranger = await upgradeFixture();
    expect(refused(await copy(stranger.admin.token))).to.deep.equal([404, 1021]);
  });

  // docs/http.md#requests-2
  it('takes the ids of networks in digits, and forms', async () => {
    const fixture = await upgradeFixture();
    const id = await makeSsid(fixture.api, fixture, { ssid_name: 'forms' });
    const other = await makeNetwork(fixture.api.deps, fixture.org);
    const copy = (network: string) =>
      fixture.call('POST', `/v1/network_ssids/${id}/copy`, {
        body: new URLSearchParams([['network_ids[]', network]]),
      });
    const reply = await copy(String(other._id));
    expect(reply.status, reply.text).to.equal(200);
    const { results } = (reply.body as { data: { results: Result[] } }).data;
    expect(results.map(({ network_id, error_code }) => [network_id, error_code])).to.deep.equal([
      [other._id, null],
    ]);
    const bad = await copy('x');
    expect(refused(bad)).to.deep.equal([422, 1109]);
    expect(faultsIn(bad).map((fault) => fault.split(':')[0])).to.deep.equal(['network_ids[0]']);
  });
});
