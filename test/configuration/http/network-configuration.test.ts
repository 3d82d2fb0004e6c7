import { expect } from 'chai';
import { NO_RADIO } from '../../fixtures/records/radio.js';
import { makeSsid } from '../../fixtures/records/ssid.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { ConfiguredDevice } from './configured-device.js';
import { EditedNetwork, FIRST_SSID } from './edited-network.js';

interface Shown {
  readonly seq: number;
  readonly parts: readonly object[];
  readonly held: object | null;
  readonly undo: {
    readonly ssids: readonly { readonly ssid_id: number; readonly network_ssid: object }[];
    readonly by_hand: readonly object[];
  } | null;
}

describe('the configuration of a network', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  before(async () => {
    service = await TestService.open();
    fixture = await service.fixture();
  });
  after(() => service.close());

  async function shown(of: UpgradeFixture = fixture): Promise<Shown> {
    const reply = await of.call('GET', `/v1/networks/${of.network._id}/configuration`);
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: { configuration: Shown } }).data.configuration;
  }
  async function patch(canary: boolean): Promise<void> {
    const body = { configuration: { canary } };
    const reply = await fixture.call('PATCH', `/v1/networks/${fixture.network._id}`, { body });
    expect(reply.status, reply.text).to.equal(200);
  }
  const now = (): string => service.clock.now().toISOString();

  // docs/configuration.md#network_configuration-3
  it('shows the test of each part and the hold, until canaries are turned off', async () => {
    const device = new ConfiguredDevice(service, await fixture.device({ network: fixture.network }));
    const { _id: device_id, partNumber: part_number } = device.device;
    await makeSsid(service.api, fixture, { ssid_name: 'Lobby', security_mode: '0' });
    const { revision } = await device.document();
    await device.report(revision);
    expect(await shown()).to.deep.include({ seq: 1, parts: [], held: null });

    await makeSsid(service.api, fixture, { ssid_name: 'Bar', security_mode: '0' });
    expect(await shown()).to.deep.include({ seq: 2, parts: [], held: null });
    await device.untilFetch(true, revision);
    const claimed = { part_number, device_id, tries: 1, claimed_at: now() };
    const none = { fetched_at: null, applied_at: null, passed_at: null };
    expect(await shown()).to.deep.include({ seq: 2, parts: [{ ...claimed, ...none }], held: null });

    service.clock.advance(1);
    const { revision: attempted } = await device.document();
    const parts = [{ ...claimed, ...none, fetched_at: now() }];
    expect(await shown()).to.deep.include({ seq: 2, parts, held: null });

    service.clock.advance(1);
    const error = { code: 'apply', message: 'no radio' };
    await device.report(revision, { state: 'failed', attempted, attempt: 1, error });
    const held = { reason: 'canary', part_number, device_id, code: 'apply', ssid_id: null, at: now() };
    expect(await shown()).to.deep.include({ seq: 2, parts, held });

    await patch(false);
    expect(await shown()).to.deep.include({ seq: 2, parts: [], held: null, undo: null });
  });

  describe('while a change is held', () => {
    let network: EditedNetwork;
    let canary: ConfiguredDevice;
    beforeEach(async () => {
      network = await EditedNetwork.open(service, 2);
      canary = network.devices[0] ?? expect.fail('no device');
    });

    // docs/configuration.md#network_configuration-4, docs/configuration.md#hold-undo
    it('has the updates of its SSIDs that undo it, after which devices keep what they run', async () => {
      const of = network.fixture;
      await network.edit({ max_association: 2007, dhcp_mappings: [] });
      await network.claim(canary, { ssid_name: 'Bar', wpa_key: FIRST_SSID.wpa_key });
      await network.refuse(canary);
      const { undo } = await shown(of);
      const { ssid_id, network_ssid } = undo?.ssids[0] ?? expect.fail('nothing to undo');
      expect(network_ssid).to.deep.equal({ ssid_name: FIRST_SSID.ssid_name, max_association: null });
      expect(undo).to.deep.equal({ ssids: [{ ssid_id, network_ssid }], radio: null, by_hand: [] });
      const updated = await of.call('PUT', `/v1/network_ssids/${ssid_id}`, { body: { network_ssid } });
      expect(updated.status, updated.text).to.equal(200);
      expect(await shown(of)).to.deep.include({ held: null, undo: null });
      await network.untilOffered(canary);
      const same = await canary.fetch({ 'If-None-Match': `W/"${network.running(canary) ?? ''}"` });
      expect(same.status).to.equal(304);
      expect((await shown(of)).parts[0])
        .to.have.property('passed_at')
        .that.is.a('string');
    });

    // docs/configuration.md#network_configuration-4, docs/configuration.md#hold-undo-broken-off
    it('has the rest of an undo that has ended after one of two SSIDs, though it is not held', async () => {
      const of = network.fixture;
      const first = network.ssidId;
      // Before the SSID: an API that offers its document then knows the setting too.
      await network.patch({ soak_s: 0 });
      const second = await makeSsid(service.api, of, { ssid_name: 'Pool', security_mode: '0' });
      await network.untilOffered(canary);
      await network.apply(canary);
      expect((await shown(of)).undo, 'the settings before the SSID').to.deep.equal({
        ssids: [],
        radio: null,
        by_hand: [{ ssid_id: second, change: 'created' }],
      });
      await network.edit({ ssid_name: 'Bar' });
      const body = { network_ssid: { ssid_name: 'Spa' } };
      expect((await of.call('PUT', `/v1/network_ssids/${second}`, { body })).status).to.equal(200);
      await network.untilOffered(canary);
      await network.refuse(canary);
      const rest = { ssid_id: second, network_ssid: { ssid_name: 'Pool' } };
      const whole = { ssid_id: first, network_ssid: { ssid_name: FIRST_SSID.ssid_name } };
      expect((await shown(of)).undo).to.deep.equal({ ssids: [whole, rest], radio: null, by_hand: [] });
      await network.edit(whole.network_ssid);
      expect(await shown(of)).to.deep.include({
        held: null,
        undo: { ssids: [rest], radio: null, by_hand: [] },
      });
      await of.call('PUT', `/v1/network_ssids/${second}`, { body: { network_ssid: rest.network_ssid } });
      expect(await shown(of)).to.deep.include({ held: null, undo: null });
    });

    // docs/configuration.md#network_configuration-4
    it('names what no update of an SSID undoes, without a key', async () => {
      const of = network.fixture;
      const create = (name: string) => makeSsid(service.api, of, { ssid_name: name, security_mode: '0' });
      const [first, deleted] = [network.ssidId, await create('Pool')];
      await network.untilOffered(canary);
      await network.apply(canary);
      service.clock.advance(31);
      await network.beat(canary);
      const created = await create('Garden');
      expect((await of.call('DELETE', `/v1/network_ssids/${deleted}`)).status).to.equal(200);
      const network_id = of.network._id;
      const body = {
        time_zone: 'Asia/Tokyo',
        configuration: { confirm_within_s: 60 },
        radio: { country: 'JP' },
      };
      expect((await of.call('PATCH', `/v1/networks/${network_id}`, { body })).status).to.equal(200);
      await network.claim(canary, { wpa_key: 'night-shift-only', is_hidden: true });
      await network.refuse(canary);
      const reply = await of.call('GET', `/v1/networks/${network_id}/configuration`);
      expect(reply.text).not.to.match(/only/);
      expect((await shown(of)).undo).to.deep.equal({
        ssids: [{ ssid_id: first, network_ssid: { is_hidden: false } }],
        radio: NO_RADIO,
        by_hand: [
          { ssid_id: created, change: 'created' },
          { ssid_id: deleted, change: 'deleted' },
          { ssid_id: first, change: 'wpa_key' },
          { ssid_id: null, change: 'time_zone' },
          { ssid_id: null, change: 'confirm_within_s' },
        ],
      });
    });
  });
});
