import { expect } from 'chai';
import { sampleOf } from '../../fixtures/seed.js';
import { removeBoxes, SHELLS } from '../agent-box.js';
import { OfferedDocuments } from './offered-documents.js';

/** A new OpenWrt: its radios are off, and one has an open SSID. */
const NEW = `config wifi-device 'radio0'
	option band '2g'
	option htmode 'HE20'
	option channel '1'
	option disabled '1'

config wifi-iface 'default_radio0'
	option device 'radio0'
	option network 'lan'
	option mode 'ap'
	option ssid 'OpenWrt'
	option encryption 'none'

config wifi-device 'radio1'
	option band '5g'
	option htmode 'VHT80'
	option channel '36'
	option txpower '20'

`;
const CHANNELS_5G = [36, 40, 44, 48, 149, 165];
const IWINFO = {
  radio1: {
    info: { country: 'DE', htmodes: ['HT20', 'HT40', 'VHT20', 'VHT40', 'VHT80', 'HE20', 'HE40', 'HE80'] },
    freqlist: {
      results: CHANNELS_5G.map((channel) => ({
        channel,
        mhz: 5000 + 5 * channel,
        restricted: channel === 165,
      })),
    },
    txpowerlist: { results: [5, 10, 17].map((dbm) => ({ dbm, mw: 1 })) },
  },
};

for (const shell of sampleOf(SHELLS, 11, 2)) {
  describe(`the radios of a document on OpenWrt under ${shell}`, () => {
    let agent: OfferedDocuments;

    beforeEach(async () => {
      agent = await OfferedDocuments.make(shell);
      await agent.machine.write('etc/wireless', NEW);
      await agent.machine.settle();
    });
    afterEach(() => agent.close());
    after(removeBoxes);

    const radio = (name: string) => agent.machine.sectionOf('wireless', name);

    it('come on the air on a new machine, whose own open SSID stays off, and are put back', async () => {
      const before = await agent.machine.others('wireless');
      const settings = {
        enabled: true,
        country: 'DE',
        channel: 6,
        width_mhz: 40,
        power_dbm: 12,
        legacy_rates: true,
      };
      expect(await agent.apply({ radios: { '2g': settings } })).to.deep.equal([]);
      expect(await radio('radio0')).to.deep.equal({
        type: 'wifi-device',
        band: '2g',
        htmode: 'HE40',
        channel: '6',
        disabled: '0',
        country: 'DE',
        txpower: '12',
        legacy_rates: '1',
      });
      expect(await radio('default_radio0')).to.include({ disabled: '1', ssid: 'OpenWrt' });
      expect(await agent.machine.section('1_radio0')).to.include({ ssid: 'SSID 1' });
      await agent.apply({ radios: { '2g': { enabled: true, channel: 11 } } });
      expect(await radio('radio0')).to.include({ channel: '11', disabled: '0', htmode: 'HE20' });
      await agent.apply({});
      expect(await agent.machine.section('1_radio0'), 'its radio is off again').to.equal(undefined);
      expect(await agent.machine.others('wireless')).to.deep.equal(before);
    });

    it('take the nearest that they can, and say what they cannot', async () => {
      await agent.machine.write('iwinfo.json', JSON.stringify(IWINFO));
      const asked = { channel: 165, width_mhz: 160, power_dbm: 15 };
      expect(await agent.apply({ radios: { '5g': asked } })).to.deep.equal([
        { ssid_id: 0, feature: 'width', field: 'radio1', message: '80 MHz instead of 160' },
        { ssid_id: 0, feature: 'power', field: 'radio1', message: '10 dBm instead of 15' },
        { ssid_id: 0, feature: 'channel', field: 'radio1', message: 'auto instead of 165' },
      ]);
      expect(await radio('radio1')).to.include({ channel: 'auto', htmode: 'VHT80', txpower: '10' });
      const among = { channel: 'auto', channels: [36, 44, 100], power_dbm: 'auto' } as const;
      expect(
        await agent.apply({ radios: { '5g': { ...among, channels: [...among.channels] } } }),
      ).to.deep.equal([{ ssid_id: 0, feature: 'channel', field: 'radio1', message: '36 44 of 36 44 100' }]);
      expect(await radio('radio1')).to.include({ channel: 'auto', channels: '36 44' });
      expect(await radio('radio1')).to.not.have.property('txpower');
    });

    it('have the options of UCI, which are put back', async () => {
      const options = {
        hostapd: ['beacon_int=200'],
        uci: ['cell_density=2', "note=it's a text", 'txpower_x=3'],
      };
      expect(await agent.apply({ radios: { '5g': { options } } })).to.deep.equal([]);
      expect(await radio('radio1')).to.include({ cell_density: '2', note: "it's a text", txpower_x: '3' });
      expect(await radio('radio1')).to.not.have.property('beacon_int');
      expect(await radio('radio0')).to.not.have.property('cell_density');
      const fewer = { hostapd: [], uci: ['cell_density=1'] };
      expect(await agent.apply({ radios: { '5g': { options: fewer } } })).to.deep.equal([]);
      expect(await radio('radio1'))
        .to.include({ cell_density: '1' })
        .and.not.have.property('note');
      await agent.apply({});
      expect(await radio('radio1')).to.not.have.property('cell_density');
    });

    it('are reported as drifted when a person changes what the document sets, and mended with it', async () => {
      await agent.apply({ radios: { '5g': { channel: 44 } } });
      const edited = (await agent.machine.read('etc/wireless')).replace(`channel '44'`, `channel '48'`);
      await agent.machine.write('etc/wireless', edited);
      await agent.once();
      expect(agent.front.report()).to.include({ drifted: true });
      expect((await agent.machine.run(['apply'])).code).to.equal(0);
      expect(await radio('radio1')).to.include({ channel: '44' });
      await agent.apply({});
      expect(await radio('radio1')).to.include({ channel: '36' });
    });

    it('are off when the document says so, with their SSIDs', async () => {
      expect(await agent.apply({ radios: { '5g': { enabled: false } } })).to.deep.equal([
        { ssid_id: 1, feature: 'band' },
      ]);
      expect(await radio('radio1')).to.include({ disabled: '1' });
    });
  });
}
