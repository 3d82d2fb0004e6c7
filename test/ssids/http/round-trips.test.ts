import { expect } from 'chai';
import type { CallOptions } from '../../fixtures/api.js';
import { makeDevices } from '../../fixtures/records/device.js';
import { makeTag } from '../../fixtures/records/organisation.js';
import { ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';
import { countRoundTrips } from '../../fixtures/queries/round-trips.js';

/** The transaction of a change ends with the sequence of the network's configuration and the entry of the audit log. */
const LOGGED = [
  'find network_configurations',
  'update network_configurations',
  'update audit_entries',
  'commitTransaction',
];

describe('SSID database round trips', () => {
  let fixture: SsidFixture;
  before(async () => {
    fixture = await ssidFixture();
  });

  /** The commands of a request, without those that identify the caller. */
  async function commandsOf(method: string, path: string, options: CallOptions = {}): Promise<string[]> {
    const { result, commands } = await countRoundTrips(fixture.api.deps, () =>
      fixture.call(method, path, { ...options }),
    );
    expect(result.status, result.text).to.equal(200);
    return commands.filter((command) => !/access_tokens|users|sign-in rules/.test(command));
  }

  it('are two for the list of one network and for show, whatever the network holds', async () => {
    const id = await fixture.make();
    const query = { network_id: fixture.network._id };
    const first = await commandsOf('GET', '/v1/network_ssids', { query });
    for (let number = 0; number < 10; number += 1) await fixture.make();
    const second = await commandsOf('GET', '/v1/network_ssids', { query });
    expect(first).to.deep.equal(['find networks', 'find network_ssids']);
    expect(second).to.deep.equal(first);
    expect(await commandsOf('GET', `/v1/network_ssids/${id}`)).to.deep.equal([
      'find network_ssids',
      'find networks',
    ]);
  });

  it('are eight for create, and one more each for the first of a network and any number of devices and tags', async () => {
    const own = await ssidFixture();
    const create = (network_ssid: unknown) =>
      commandsOf('POST', '/v1/network_ssids', {
        token: own.admin.token,
        body: { network_id: own.network._id, network_ssid },
      });
    const reads = ['find network_ssids', 'findAndModify counters'];
    const [read = '', raise = '', ...logged] = LOGGED;
    const first = [...reads, 'insert network_ssids', read, raise, 'update networks', ...logged];
    expect(await create({ ssid_name: 'first' })).to.deep.equal(['find networks', ...first]);
    const rest = [...reads, 'insert network_ssids', ...LOGGED];
    expect(await create({ ssid_name: 'plain' })).to.deep.equal(['find networks', ...rest]);
    const devices = await makeDevices(fixture.api.deps, own.organisation._id, 900);
    const tag = await makeTag(fixture.api.deps, own.organisation._id);
    const associated_aps_and_tags = [...devices.map((device) => `AP:${device._id}`), `tag:${tag._id}`];
    const named = await create({ ssid_name: 'named', associated_aps_and_tags });
    expect(named.sort()).to.deep.equal(['find devices', 'find networks', 'find tags', ...rest].sort());
  });

  it('are six for update, of the name too, and no write when nothing changes', async () => {
    const own = await ssidFixture();
    const id = await own.make();
    const update = (network_ssid: unknown) =>
      commandsOf('PUT', `/v1/network_ssids/${id}`, { token: own.admin.token, body: { network_ssid } });
    for (const change of [{ nat: '1' }, { ssid_name: 'new' }])
      expect(await update(change)).to.deep.equal(['find network_ssids', 'update network_ssids', ...LOGGED]);
    expect(await update(await own.shown(id))).to.deep.equal(['find network_ssids']);
  });

  it('are those of update for update_network_ssid', async () => {
    const id = await fixture.make();
    const body = { network_ssid: { ssid_mode: '1', dhcp_relay_server: '2' } };
    const commands = await commandsOf('PUT', `/v1/network_ssids/${id}/update_network_ssid`, { body });
    expect(commands).to.deep.equal(['find network_ssids', 'update network_ssids', ...LOGGED]);
  });

  it('are six for destroy', async () => {
    const id = await fixture.make();
    const commands = await commandsOf('DELETE', `/v1/network_ssids/${id}`);
    expect(commands).to.deep.equal(['find network_ssids', 'delete network_ssids', ...LOGGED]);
  });
});
