import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { makeSsid } from '../../fixtures/records/ssid.js';
import { makeTemplate } from '../../fixtures/records/uplink.js';
import { bulkFixture, type BulkFixture } from '../../bulk/bulk-fixture.js';

/** By how much the sequences of the network and of the device grow. */
type Growth = readonly [network: number, device: number];

const SSID_EDIT: Growth = [1, 0];
const OWN_CHANGE: Growth = [0, 1];
const NONE: Growth = [0, 0];

// docs/configuration.md#how-a-device-learns-of-a-change
describe('the key of a configuration', () => {
  let fixture: BulkFixture;
  let device: TestDevice;
  let ssid: number;
  beforeEach(async () => {
    fixture = await bulkFixture();
    device = await fixture.device({ network: fixture.network });
    ssid = await makeSsid(fixture.api, fixture, { ssid_name: 'Lobby' });
  });

  async function key(): Promise<number[]> {
    const reply = await fixture.call('GET', `/v1/devices/${device._id}/configuration`);
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { configuration: { key: number[] } } }).data.configuration.key;
  }
  async function accepted(method: string, path: string, body?: object): Promise<void> {
    const reply = await fixture.call(method, path, body ? { body } : {});
    expect(reply.status, reply.text).to.equal(200);
  }
  const inBulk = async (action: string, params?: object): Promise<void> => {
    const ended = await fixture.run({ ids: [device._id], action, ...(params ? { params } : {}) });
    expect(ended).to.include({ state: 'completed', done: 1 });
  };
  const template = async (): Promise<number> =>
    (await makeTemplate(fixture.api.deps, fixture.org, ['1']))._id;
  const networkPath = (): string => `/v1/networks/${fixture.network._id}`;
  const devicePath = (): string => `/v1/devices/${device._id}`;

  const changes: readonly [what: string, growth: Growth, make: () => Promise<unknown>][] = [
    ['a new SSID', SSID_EDIT, () => makeSsid(fixture.api, fixture)],
    [
      'a changed SSID',
      SSID_EDIT,
      () => accepted('PUT', `/v1/network_ssids/${ssid}`, { network_ssid: { is_hidden: true } }),
    ],
    [
      'an SSID that is sent as it is',
      NONE,
      () => accepted('PUT', `/v1/network_ssids/${ssid}`, { network_ssid: { ssid_name: 'Lobby' } }),
    ],
    ['a deleted SSID', SSID_EDIT, () => accepted('DELETE', `/v1/network_ssids/${ssid}`)],
    [
      'a copied SSID',
      SSID_EDIT,
      async () => {
        const { _id } = await makeNetwork(fixture.api.deps, fixture.org);
        const id = await makeSsid(fixture.api, fixture, {}, _id);
        await accepted('POST', `/v1/network_ssids/${id}/copy`, { network_ids: [fixture.network._id] });
      },
    ],
    ['a time zone', SSID_EDIT, () => accepted('PATCH', networkPath(), { time_zone: 'Europe/Berlin' })],
    ['radio settings', SSID_EDIT, () => accepted('PATCH', networkPath(), { radio: { country: 'DE' } })],
    ['radio settings as they are', NONE, () => accepted('PATCH', networkPath(), { radio: { bands: null } })],
    ['another name of the network', NONE, () => accepted('PATCH', networkPath(), { network_name: 'New' })],
    ['a name', OWN_CHANGE, () => accepted('PATCH', devicePath(), { name: 'New' })],
    [
      'radio settings of its own',
      OWN_CHANGE,
      () => accepted('PATCH', devicePath(), { radio: { country: 'DE' } }),
    ],
    ['a tag', OWN_CHANGE, () => accepted('PATCH', devicePath(), { tag_ids: [fixture.tag._id] })],
    ['radio settings in bulk', OWN_CHANGE, () => inBulk('radio', { country: 'DE' })],
    ['a tag in bulk', OWN_CHANGE, () => inBulk('tag', { tag_ids: [fixture.tag._id] })],
    [
      'uplinks',
      OWN_CHANGE,
      async () => {
        const body = { mac_ids: device.macId, init_template_id: await template() };
        await accepted('PUT', '/v1/access_points/apply_configuration', body);
      },
    ],
    [
      'uplinks in bulk',
      OWN_CHANGE,
      async () => {
        await inBulk('apply_template', { init_template_id: await template() });
      },
    ],
  ];
  for (const [what, [network, own], change] of changes)
    it(`grows by ${network} for the network and ${own} for the device after ${what}`, async () => {
      const [networkId, networkSeq = 0, deviceSeq = 0, installationSeq] = await key();
      await change();
      expect(await key()).to.deep.equal([networkId, networkSeq + network, deviceSeq + own, installationSeq]);
    });

  it('grows by 1 for the device when one of its tags is deleted, and not when it is renamed', async () => {
    await accepted('PATCH', devicePath(), { tag_ids: [fixture.tag._id] });
    const before = await key();
    await accepted('PATCH', `/v1/tags/${fixture.tag._id}`, { name: 'Renamed' });
    expect(await key()).to.deep.equal(before);
    await accepted('DELETE', `/v1/tags/${fixture.tag._id}`);
    expect((await key())[2]).to.equal((before[2] ?? 0) + 1);
  });

  it('has another network and a higher sequence of the device after a move', async () => {
    const [, , deviceSeq = 0] = await key();
    const other = await makeNetwork(fixture.api.deps, fixture.org);
    await inBulk('assign', { network_id: other._id });
    expect((await key()).slice(0, 3)).to.deep.equal([other._id, 0, deviceSeq + 1]);
    await inBulk('release');
    expect((await key()).slice(0, 3)).to.deep.equal([0, 0, deviceSeq + 2]);
  });
});
