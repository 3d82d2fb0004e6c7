import { expect } from 'chai';
import { makeDevices } from '../../fixtures/records/device.js';
import { makeNetwork, makeOrganisation, makeTag, makeUser } from '../../fixtures/records/organisation.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

interface Named {
  readonly id: number;
  readonly name: string;
}
interface Found {
  readonly devices: readonly (Named & { mac_id: string; network_name: string | null })[];
  readonly networks: readonly (Named & { device_count: number })[];
  readonly tags: readonly Named[];
}

describe('GET /upgrades/targets', () => {
  let fixture: UpgradeFixture;

  beforeEach(async () => {
    fixture = await upgradeFixture();
  });

  async function search(text: string, token = fixture.admin.token): Promise<Found> {
    const reply = await fixture.call('GET', '/upgrades/targets.json', { token, query: { search: text } });
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: Found }).data;
  }

  it('finds names in either form of their letters', async () => {
    const { org, api } = fixture;
    const name = 'Café Hà Nội';
    for (const form of ['NFC', 'NFD'] as const) {
      await makeNetwork(api.deps, org, { networkName: name.normalize(form) });
      await makeTag(api.deps, org, name.normalize(form));
    }
    for (const form of ['NFC', 'NFD'] as const) {
      const { networks, tags } = await search(name.normalize(form));
      expect([networks.length, tags.length]).to.deep.equal([2, 2]);
    }
  });

  // docs/interface.md#upgrade-targets-1
  it('finds devices, networks and tags by words of their names, in any case', async () => {
    const { org, api } = fixture;
    const network = await makeNetwork(api.deps, org, { networkName: 'Harbour Hotel' });
    const tag = await makeTag(api.deps, org, 'hotel lobby, HARBOUR side');
    const device = await fixture.device({ name: 'Hotel AP 7 (harbour)', network });
    await fixture.device({ name: 'Warehouse AP' });
    expect(await search('HARB hotel')).to.deep.equal({
      devices: [{ id: device._id, name: device.name, mac_id: device.macId, network_name: 'Harbour Hotel' }],
      networks: [{ id: network._id, name: 'Harbour Hotel', device_count: 1 }],
      tags: [{ id: tag._id, name: tag.name }],
    });
  });

  it('finds a device by its MAC in any notation', async () => {
    const device = await fixture.device({ name: 'Somewhere' });
    const found = await search(device.macId.replaceAll(':', '').toLowerCase());
    expect(found.devices.map(({ id }) => id)).to.deep.equal([device._id]);
  });

  it('treats the search as text, never as a pattern or an operator', async () => {
    const tag = await makeTag(fixture.api.deps, fixture.org, '(a+)+$ [x]');
    expect((await search('(a+)+$')).tags).to.deep.equal([{ id: tag._id, name: tag.name }]);
    expect((await search('.*')).tags).to.deep.equal([]);
    const operator = await fixture.call('GET', '/upgrades/targets.json', { query: { 'search[$ne]': 'x' } });
    expect(operator.status).to.equal(422);
    expect((await search('\u0000')).tags).to.deep.equal([]);
  });

  // docs/interface.md#upgrade-targets-1
  it('answers the first 20 of each kind by name, with or without a search', async () => {
    const { api, org } = fixture;
    await makeDevices(api.deps, org, 25, (index) => ({
      part: fixture.part,
      name: `Dev ${String(index).padStart(2, '0')}`,
    }));
    for (let index = 0; index < 25; index += 1) await makeTag(api.deps, org, `A ${10 + index}`);
    const { devices, tags } = await search('');
    expect(devices).to.have.length(20);
    expect(devices[0]?.name).to.equal('Dev 00');
    expect(tags).to.have.length(20);
    expect(tags[19]?.name).to.equal('A 29');
  });

  it('finds only targets that the caller may change', async () => {
    const { api, org, network } = fixture;
    const readable = await makeNetwork(api.deps, org, { networkName: 'Only to read' });
    const mine = await fixture.device({ name: 'Target mine', network });
    await fixture.device({ name: 'Target read', network: readable });
    await fixture.device({ name: 'Target unassigned' });
    const { token } = await makeUser(api.deps, org, {
      role: 'operator',
      manageInventory: false,
      networks: [
        { id: network._id, access: 'full' },
        { id: readable._id, access: 'read' },
      ],
    });
    expect((await search('target', token)).devices.map(({ id }) => id)).to.deep.equal([mine._id]);
    expect((await search('', token)).networks.map(({ id }) => id)).to.deep.equal([network._id]);
  });

  it('finds nothing of another organisation, and nothing for a viewer', async () => {
    const { api, org } = fixture;
    await fixture.device({ name: 'Target', network: fixture.network });
    const other = await makeUser(api.deps, (await makeOrganisation(api.deps))._id);
    const viewer = await makeUser(api.deps, org, { role: 'viewer' });
    for (const { token } of [other, viewer]) {
      expect(await search('', token)).to.deep.equal({ devices: [], networks: [], tags: [] });
    }
  });
});
