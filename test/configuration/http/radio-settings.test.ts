import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { makePart } from '../../fixtures/records/device.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { NO_RADIO } from '../../fixtures/records/radio.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { ConfiguredDevice, type FetchedBody } from './configured-device.js';
import { EditedNetwork } from './edited-network.js';

/** What a document has of 5 GHz. */
function fiveIn(document: FetchedBody): Record<string, unknown> | undefined {
  return (document['radios'] as Record<string, unknown>[])[1];
}

function faultsIn({ status, body }: Reply): unknown[] {
  const { error_code: code, errors } = body as { error_code: number; errors: { path: string }[] };
  return [status, code, errors.map(({ path }) => path)];
}

describe('radio settings', () => {
  let service: TestService;
  let network: EditedNetwork;
  let first: ConfiguredDevice;
  let second: ConfiguredDevice;

  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    network = await EditedNetwork.open(service, 2);
    [first, second] = network.devices as [ConfiguredDevice, ConfiguredDevice];
  });

  const networkPath = (): string => `/v1/networks/${network.fixture.network._id}`;
  const devicePath = (): string => `/v1/devices/${first.device._id}`;
  const patch = (path: string, radio: unknown): Promise<Reply> =>
    network.fixture.call('PATCH', path, { body: { radio } });
  const shown = async (path: string): Promise<object> => {
    const { text, body } = await network.fixture.call('GET', path);
    const { data } = body as { data: { network?: { radio: object }; device?: { radio: object } } };
    return (data.network ?? data.device)?.radio ?? { text };
  };

  // docs/configuration.md#radio-settings
  it('of a network and of a device are shown with every member, and changed by member', async () => {
    for (const path of [networkPath(), devicePath()]) {
      expect(await shown(path)).to.deep.equal(NO_RADIO);
      const five = { channel: 'auto', channels: [52, 36], width_mhz: '80', enabled: 'true', power_dbm: 0 };
      const set = await patch(path, { country: 'DE', bands: { '5g': five } });
      expect(set.status, set.text).to.equal(200);
      const stored = { channel: 'auto', channels: [36, 52], width_mhz: 80, enabled: true, power_dbm: 0 };
      const whole = { ...NO_RADIO.bands['5g'], ...stored };
      expect(await shown(path)).to.deep.equal({
        country: 'DE',
        bands: { ...NO_RADIO.bands, '5g': whole },
      });
      await patch(path, { bands: { '5g': { channels: null }, '2g': { legacy_rates: false } } });
      expect(await shown(path)).to.deep.equal({
        country: 'DE',
        bands: {
          ...NO_RADIO.bands,
          '2g': { ...NO_RADIO.bands['2g'], legacy_rates: false },
          '5g': { ...whole, channels: null },
        },
      });
      await patch(path, null);
      expect(await shown(path)).to.deep.equal(NO_RADIO);
    }
    const list = await network.fixture.call('GET', '/v1/networks');
    expect((list.body as { data: { networks: object[] } }).data.networks[0]).to.deep.include({
      radio: NO_RADIO,
    });
  });

  // docs/configuration.md#radio-refused
  it('that no device can have are 422/1109 with their paths, and change nothing', async () => {
    const bad = { country: 'XX', bands: { '5g': { channel: 37, width_mhz: 320 }, '6g': { power_dbm: 31 } } };
    for (const path of [networkPath(), devicePath()]) {
      expect(faultsIn(await patch(path, bad))).to.deep.equal([
        422,
        1109,
        ['radio.country', 'radio.bands.5g.channel', 'radio.bands.5g.width_mhz', 'radio.bands.6g.power_dbm'],
      ]);
      await patch(path, { bands: { '5g': { width_mhz: 160 } } });
      const narrow = await patch(path, { bands: { '5g': { channel: 140 }, '2g': { channels: [1] } } });
      expect(faultsIn(narrow)).to.deep.equal([
        422,
        1109,
        ['radio.bands.2g.channels', 'radio.bands.5g.channel'],
      ]);
      expect(await shown(path)).to.deep.nested.include({
        'bands.5g.channel': null,
        'bands.2g.channels': null,
      });
    }
  });

  // docs/configuration.md#radio-options
  it('have options as a whole, which are refused by name and value, and are lines of documents', async () => {
    const options = { hostapd: { rts_threshold: 500 }, uci: { cell_density: '2', beacon_int: '' } };
    for (const path of [networkPath(), devicePath()]) {
      const set = await patch(path, { bands: { '5g': { channel: 36, options } } });
      expect(set.status, set.text).to.equal(200);
      const stored = { hostapd: { rts_threshold: '500' }, uci: { cell_density: '2' } };
      expect(await shown(path)).to.deep.nested.include({
        'bands.5g.options': stored,
        'bands.2g.options': null,
      });
      const bad = { hostapd: { wpa: '1', okc: 'a\nb' }, uci: { 'Not a name': 'x' } };
      expect(
        faultsIn(
          await patch(path, { bands: { '5g': { options: bad }, '2g': { options: { uci: { path: 'x' } } } } }),
        ),
      ).to.deep.equal([
        422,
        1109,
        [
          'radio.bands.2g.options.uci.path',
          'radio.bands.5g.options.hostapd.okc',
          'radio.bands.5g.options.hostapd.wpa',
          'radio.bands.5g.options.uci',
        ],
      ]);
      expect(await shown(path)).to.deep.nested.include({ 'bands.5g.options': stored });
    }
    await patch(devicePath(), { bands: { '5g': { options: { uci: { cell_density: '1' } } } } });
    await network.patch({ canary: false });
    for (const device of network.devices) await network.untilOffered(device);
    expect(fiveIn(await first.document())).to.deep.include({
      options: { hostapd: [], uci: ['cell_density=1'] },
    });
    expect(fiveIn(await second.document())).to.deep.include({
      options: { hostapd: ['rts_threshold=500'], uci: ['cell_density=2'] },
    });
  });

  // docs/configuration.md#radio-options
  it('have options that only administrators change', async () => {
    const networks = [{ id: network.fixture.network._id, access: 'full' as const }];
    const { token } = await makeUser(service.deps, network.fixture.org, { role: 'operator', networks });
    const options = { hostapd: { rts_threshold: '500' }, uci: {} };
    for (const path of [networkPath(), devicePath()]) {
      const call = (radio: unknown): Promise<Reply> =>
        network.fixture.call('PATCH', path, { body: { radio }, token });
      await patch(path, { bands: { '5g': { options } } });
      for (const radio of [
        null,
        { bands: { '5g': null } },
        { bands: { '5g': { options: null } } },
        { bands: { '5g': { options: { hostapd: { rts_threshold: '1' } } } } },
        { bands: { '2g': { options: { hostapd: { wpa: '1' } } } } },
      ])
        expect((await call(radio)).body, JSON.stringify(radio)).to.include({ error_code: 1102 });
      const allowed = await call({ bands: { '5g': { channel: 36, options } } });
      expect(allowed.status, allowed.text).to.equal(200);
      expect(await shown(path)).to.deep.nested.include({
        'bands.5g.options': options,
        'bands.5g.channel': 36,
      });
    }
  });

  // docs/console-api.md#update_device-5
  it('of a switch are 422/1109, and its document has no radios', async () => {
    const part = await makePart(service.deps, { isSwitch: true });
    const device = await network.fixture.device({ part, network: network.fixture.network });
    const path = `/v1/devices/${device._id}`;
    expect(faultsIn(await patch(path, { country: 'DE' }))).to.deep.equal([422, 1109, ['radio']]);
    expect((await patch(path, null)).status).to.equal(200);
    const managed = new ConfiguredDevice(service, device);
    await managed.report(null);
    expect(await managed.document()).to.deep.include({ radios: [] });
  });

  // docs/configuration.md#radio-settings
  it('of a device go before those of its network, one by one', async () => {
    await patch(devicePath(), { country: 'AT', bands: { '5g': { channel: 149 } } });
    const radio = { country: 'DE', bands: { '5g': { channel: 'auto', channels: [36], width_mhz: 80 } } };
    await network.patch({ canary: false });
    await patch(networkPath(), radio);
    for (const device of network.devices) await network.untilOffered(device);
    const own = { country: 'AT', channel: 149, channels: null, width_mhz: 80, enabled: null };
    expect(fiveIn(await first.document())).to.deep.include(own);
    const inherited = { country: 'DE', channel: 'auto', channels: [36], width_mhz: 80, enabled: null };
    expect(fiveIn(await second.document())).to.deep.include(inherited);
    await patch(devicePath(), null);
    await network.untilOffered(first);
    expect(fiveIn(await first.document())).to.deep.include(inherited);
    const shownDocument = await network.fixture.call('GET', `${devicePath()}/configuration`);
    expect(shownDocument.body).to.have.nested.property(
      'data.configuration.document.radios[1].channel',
      'auto',
    );
  });

  // docs/configuration.md#radio-combined
  it('of a device may have a channel without the width of its network', async () => {
    await network.patch({ canary: false });
    await patch(networkPath(), { bands: { '5g': { width_mhz: 160 } } });
    expect((await patch(devicePath(), { bands: { '5g': { channel: 140 } } })).status).to.equal(200);
    await network.untilOffered(first);
    expect(fiveIn(await first.document())).to.include({ channel: 140, width_mhz: 160 });
  });

  // docs/configuration.md#edits
  it('of a network are an edit: one device gets them first, and the others the former ones', async () => {
    await network.patch({ canary: false });
    await patch(networkPath(), { bands: { '5g': { channel: 36 } } });
    for (const device of network.devices) {
      await network.untilOffered(device);
      await network.apply(device);
    }
    await network.patch({ canary: true });
    await patch(networkPath(), { bands: { '5g': { channel: 52 }, '2g': { enabled: false } } });
    await network.untilOffered(first);
    const document = await first.document();
    expect(fiveIn(document)).to.include({ channel: 52 });
    expect((await second.fetch()).status).to.equal(409);
    await patch(networkPath(), { bands: { '5g': { channel: 64 } } });
    expect((await network.record()).base).to.deep.include({ radio: { bands: { '5g': { channel: 36 } } } });
    await eventually('the first device is the canary again', async () => {
      await network.beat(first);
      return (await network.record()).parts?.[0]?.deviceId === first.device._id;
    });
    await network.refuse(first);
    expect((await network.record()).held).to.include({ reason: 'canary' });
    const added = new ConfiguredDevice(
      service,
      await network.fixture.device({ network: network.fixture.network }),
    );
    await added.report(null);
    const given = await added.document();
    expect(fiveIn(given)).to.include({ channel: 36 });
    expect((given['radios'] as object[])[0]).to.include({ enabled: null });
    const undo = async (): Promise<unknown> => {
      const { body } = await network.fixture.call('GET', `${networkPath()}/configuration`);
      return (body as { data: { configuration: { undo: unknown } } }).data.configuration.undo;
    };
    const former = { ...NO_RADIO.bands, '5g': { ...NO_RADIO.bands['5g'], channel: 36 } };
    const shownUndo = await undo();
    expect(shownUndo).to.deep.equal({ ssids: [], radio: { country: null, bands: former }, by_hand: [] });
    await patch(networkPath(), (shownUndo as { radio: unknown }).radio);
    expect(await undo()).to.equal(null);
  });

  // docs/administration.md#update_network-2
  it('are in the audit log where they change, before and after', async () => {
    const { auditEntries } = service.deps.mongo.models;
    for (const [path, subject] of [
      [networkPath(), `network:${network.fixture.network._id}`],
      [devicePath(), `device:${first.device._id}`],
    ] as const) {
      await patch(path, { country: 'DE' });
      await patch(path, { country: 'DE' });
      const name = path === networkPath() ? { network_name: 'New' } : { name: 'New' };
      await network.fixture.call('PATCH', path, { body: name });
      const entries = await auditEntries
        .find({ organisationId: network.fixture.org, subject, action: /updated$/ })
        .lean();
      const radios = entries.map(({ before, after }) => [before?.['radio'], after?.['radio']]);
      expect(radios).to.have.deep.members([
        [NO_RADIO, { ...NO_RADIO, country: 'DE' }],
        [undefined, undefined],
      ]);
    }
  });
});
