import { expect } from 'chai';
import { sharedApi, type TestApi } from '../../fixtures/api.js';
import { makeDevice } from '../../fixtures/records/device.js';
import { makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { countRoundTrips } from '../../fixtures/queries/round-trips.js';
import { makeUserWithPassword, PASSWORD } from '../../browser/web-session.js';

/** The transaction of a change ends with its entry of the audit log. */
const LOGGED = ['update audit_entries', 'commitTransaction'];

describe('database round trips of authentication and heartbeats', () => {
  let api: TestApi;
  let org: number;
  before(async () => {
    api = await sharedApi();
    org = (await makeOrganisation(api.deps))._id;
  });

  it('a token takes 2 and a third that records its use, and none while it is cached', async () => {
    const { token } = await makeUser(api.deps, org);
    const ask = () => countRoundTrips(api.deps, () => api.call('GET', '/v1/network_ssids', { token }));
    const identified = ['find access_tokens', 'find users', 'find sign-in rules', 'update access_tokens'];
    expect((await ask()).commands).to.include.members(identified);
    const { commands } = await ask();
    expect(['find network_ssids', 'find networks']).to.include.members(commands);
  });

  it('creating a token takes 9, revoking it 4 besides those of its use', async () => {
    const { email } = (await makeUserWithPassword(api, org)).user;
    const made = await countRoundTrips(api.deps, () =>
      api.call('POST', '/v1/access_tokens', { body: { email, password: PASSWORD } }),
    );
    expect(made.result.status, made.result.text).to.equal(201);
    expect(made.commands).to.deep.equal([
      'find users',
      'find operators',
      'find sign-in rules',
      'update users',
      'aggregate access_tokens',
      'insert access_tokens',
      'update users',
      ...LOGGED,
    ]);
    const { access_token: token } = made.result.body as { access_token: string };
    await api.call('GET', '/v1/network_ssids', { token });
    const revoked = await countRoundTrips(api.deps, () => api.call('DELETE', '/v1/access_tokens', { token }));
    expect(revoked.commands).to.deep.equal(['findAndModify access_tokens', 'find access_tokens', ...LOGGED]);
  });

  it('a heartbeat takes 5', async () => {
    const device = await makeDevice(api.deps, org);
    const { result, commands } = await countRoundTrips(api.deps, () =>
      api.call('POST', '/device/v1/heartbeat', {
        headers: { Authorization: `Bearer ${device.deviceKey}` },
        body: { mac_id: device.macId, firmware_version: device.firmwareVersion },
      }),
    );
    expect(result.status, result.text).to.equal(200);
    expect(commands).to.have.members([
      'find master_inventory',
      'find devices',
      'find device_states',
      'find upgrades',
      'update device_states',
    ]);
  });
});
