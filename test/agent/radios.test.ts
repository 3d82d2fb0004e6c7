import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { sampleOf } from '../fixtures/seed.js';
import { removeBoxes, SHELLS } from './agent-box.js';
import { documentOf, radiosOf, type RadioValues } from './document.js';
import { ManagedAgent } from './managed-agent.js';

const RADIO_2G = 'interface=wlan0\ndriver=nl80211\nhw_mode=b\nchannel=6\ncountry_code=DE\nieee80211n=1\n';
const RADIO_5G = `interface=wlan1
driver=nl80211
hw_mode=a
channel=36
country_code=DE
ieee80211n=1
ht_capab=[HT40+][SHORT-GI-20]
ieee80211ac=1
vht_oper_chwidth=1
vht_oper_centr_freq_seg0_idx=42
`;
const RADIO_6G = 'interface=wlan2\ndriver=nl80211\nhw_mode=a\nop_class=131\nchannel=37\nieee80211ax=1\n';

/** What iw says of a radio of 5 GHz up to 80 MHz wide, whose other channels are disabled. */
function phy(channels: readonly number[], disabled: readonly number[] = []): string {
  const line = (channel: number, state: string): string =>
    `\t\t\t* ${5000 + channel * 5} MHz [${channel}] ${state}\n`;
  return `Wiphy phy
\tBand 1:
\t\tFrequencies:
\t\t\t* 2412 MHz [1] (20.0 dBm)
\tBand 2:
\t\tCapabilities: 0x107e
\t\t\tHT20/HT40
\t\tVHT Capabilities (0x0):
\t\t\tSupported Channel Width: neither 160 nor 80+80
\t\tFrequencies:
${channels.map((channel) => line(channel, '(20.0 dBm)')).join('')}${disabled.map((channel) => line(channel, '(disabled)')).join('')}
\tSupported commands:
`;
}

for (const shell of sampleOf(SHELLS, 6, 2)) {
  describe(`the radios of a document, under ${shell}`, () => {
    let agent: ManagedAgent;
    afterEach(() => agent.close());
    after(removeBoxes);

    async function start(
      radios: Readonly<Record<string, string>>,
      phys: Readonly<Record<string, string>> = {},
    ) {
      agent = await ManagedAgent.make({ shell, radios });
      const { box } = agent;
      const cases = Object.keys(phys).map((name) => `'phy ${name} info') cat ${box.folder}/${name} ;;\n`);
      const said = "'reg get') printf 'global\\ncountry DE: DFS-ETSI\\n' ;;\n";
      await box.program(
        'iw',
        `case "$*" in\n${cases.join('')}${said}*) echo "$*" >> ${box.folder}/iw ;;\nesac\n`,
      );
      await Promise.all(
        Object.entries(phys).map(async ([name, lines], index) => {
          await writeFile(join(box.folder, name), lines);
          await box.addInterface(`wlan${index + 1}`, { phy: name });
        }),
      );
    }

    /** Applies a document with these values, and returns what radios then cannot do. */
    async function apply(values: RadioValues, bands = ['2g', '5g', '6g']): Promise<unknown> {
      const device = { id: 6, mac_id: agent.device.macId, name: '', part_number: '' };
      const entry = { bands, security: { mode: 'wpa3-sae' } };
      const body = documentOf([entry], { device, radios: radiosOf(values) });
      agent.front.interfere = ({ path }) =>
        path.startsWith('/device/v1/configuration') ? { status: 200, body } : undefined;
      await agent.offered();
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      await agent.once();
      return agent.radiosLack();
    }

    /** The lines of a radio before those of its SSIDs, without those that its file has, too. */
    async function added(name: string): Promise<string[]> {
      const [own, conf] = await Promise.all([agent.box.read(`radios/${name}.radio`), agent.box.conf(name)]);
      const lines = (conf?.split('# SSID')[0] ?? '').split('\n');
      return lines.filter((line) => line !== '' && !own?.split('\n').includes(line)).sort();
    }

    it('replace the lines of their files', async () => {
      await start({ radio0: RADIO_2G, radio1: RADIO_5G, radio2: RADIO_6G });
      const values: RadioValues = {
        '2g': { country: 'US', channel: 'auto', channels: [1, 11], width_mhz: 40, legacy_rates: false },
        '5g': { channel: 104, width_mhz: 160 },
        '6g': { country: 'US', channel: 5, width_mhz: 80 },
      };
      expect(await apply(values)).to.deep.equal([]);
      expect(await added('radio0')).to.deep.equal([
        'basic_rates=60 120 240',
        'chanlist=1 11',
        'channel=acs_survey',
        'country_code=US',
        'ht_capab=[HT40+]',
        'hw_mode=g',
        'ieee80211d=1',
        'supported_rates=60 90 120 180 240 360 480 540',
      ]);
      expect(await added('radio1')).to.deep.equal([
        'channel=104',
        'ht_capab=[SHORT-GI-20][HT40-]',
        'ieee80211d=1',
        'ieee80211h=1',
        'vht_capab=[VHT160]',
        'vht_oper_centr_freq_seg0_idx=114',
        'vht_oper_chwidth=2',
      ]);
      expect(await added('radio2')).to.deep.equal([
        'channel=5',
        'country_code=US',
        'he_oper_centr_freq_seg0_idx=7',
        'he_oper_chwidth=1',
        'ieee80211d=1',
        'op_class=133',
      ]);
    });

    it('keep their own width on another channel if it has it, and their lines without values', async () => {
      await start({ radio0: RADIO_2G, radio1: RADIO_5G });
      expect(await apply({ '5g': { channel: 149 } })).to.deep.equal([]);
      expect(await added('radio0')).to.deep.equal([]);
      expect(await agent.box.conf('radio1')).to.contain('vht_oper_centr_freq_seg0_idx=155\n');
      expect(await apply({ '5g': { channel: 165 } })).to.deep.equal([]);
      expect(await agent.box.conf('radio1'))
        .to.contain('vht_oper_chwidth=0\n')
        .and.not.contain('HT40');
    });

    it('of one band leave the channel to the one that has it, and the others choose outside of its 80 MHz', async () => {
      const other = RADIO_5G.replace('wlan1', 'wlan2');
      const phys = { phy0: phy([36, 40, 44, 48], [104]), phy1: phy([36, 100, 104, 149]) };
      await start({ radio1: RADIO_5G, radio2: other }, phys);
      expect(await apply({ '5g': { channel: 104, width_mhz: 40 } })).to.deep.equal([]);
      expect(await agent.box.conf('radio1')).to.contain('channel=acs_survey\nchanlist=36 40 44 48\n');
      expect(await agent.box.conf('radio2')).to.contain('channel=104\n');
      expect(await apply({ '5g': { channel: 40, width_mhz: 40 } })).to.deep.equal([]);
      expect(await agent.box.conf('radio1')).to.contain('channel=40\n');
      expect(await agent.box.conf('radio2')).to.contain('channel=acs_survey\nchanlist=100 104 149\n');
    });

    it('take the nearest that they can, and say what they cannot', async () => {
      await start({ radio1: RADIO_5G }, { phy0: phy([36, 40, 44, 48], [100]) });
      const lacks = [
        { ssid_id: 0, feature: 'channel', field: 'radio1', message: 'its own channel instead of 100' },
        { ssid_id: 0, feature: 'width', field: 'radio1', message: '80 MHz instead of 160' },
        { ssid_id: 0, feature: 'radio', field: '6g', message: 'no radio of this band' },
      ];
      const values: RadioValues = { '5g': { channel: 100, width_mhz: 160 }, '6g': { enabled: true } };
      expect(await apply(values)).to.deep.equal(lacks);
      expect(await agent.box.conf('radio1')).to.contain('channel=36\n');
      const inFrance: RadioValues = { '5g': { country: 'FR', channel: 100 } };
      expect(await apply(inFrance)).to.deep.equal([]);
      expect(await agent.box.conf('radio1')).to.contain('channel=100\n');
    });

    it('keep their own channel if hostapd cannot choose one', async () => {
      await start({ radio0: RADIO_2G });
      const real = await agent.box.original('hostapd');
      await agent.box.program(
        'hostapd',
        `line=$(grep -n acs_survey "$1") || exec ${real} "$@"
printf 'Line %s: tries to enable ACS but CONFIG_ACS disabled\\n1 errors found\\n' "\${line%%:*}"
`,
      );
      expect(await apply({ '2g': { channel: 'auto', country: 'US' } })).to.deep.equal([
        {
          ssid_id: 0,
          feature: 'channel',
          field: 'radio0',
          message: 'tries to enable ACS but CONFIG_ACS disabled',
        },
      ]);
      expect(await agent.box.conf())
        .to.contain('channel=6\n')
        .and.contain('country_code=US\n');
    });

    it('fall back on their own channel, and then on their own lines, if hostapd does not run with others', async () => {
      await start({ radio0: RADIO_2G });
      const settings = { URL: agent.front.url, MAC: agent.device.macId };
      await agent.box.program('iw', 'exit 1\n');
      await agent.box.program('hostapd_cli', 'echo state=ENABLED\n');
      const without = (line: string): Promise<void> =>
        agent.box.configure({ ...settings, RELOAD: `! grep -q ^${line} ${agent.box.radios}/$1.conf` });
      const message = 'hostapd does not run with it';
      const noChannel = { ssid_id: 0, feature: 'channel', field: 'radio0', message };
      const noCountry = { ...noChannel, feature: 'country' };
      await without('channel=13');
      expect(await apply({ '2g': { country: 'US', channel: 13 } })).to.deep.equal([noChannel]);
      expect(await agent.box.conf())
        .to.contain('channel=6\n')
        .and.contain('country_code=US\n');
      await without('country_code=ZZ');
      expect(await apply({ '2g': { country: 'ZZ', channel: 1 } })).to.deep.equal([noChannel, noCountry]);
      expect(await added('radio0')).to.deep.equal([]);
      expect(await agent.box.conf()).to.contain('ssid2=');
      expect(agent.front.report()).to.include({ state: 'applied', drifted: false });
    });

    it('have the options of hostapd, without those that it refuses or does not run with', async () => {
      await start({ radio0: RADIO_2G });
      const settings = { URL: agent.front.url, MAC: agent.device.macId };
      await agent.box.program('hostapd_cli', 'echo state=ENABLED\n');
      await agent.box.configure({ ...settings, RELOAD: 'true' });
      const options = (...hostapd: string[]) => ({
        '2g': { channel: 11, options: { hostapd, uci: ['x=1'] } },
      });
      expect(await apply(options('beacon_int=200', 'rts_threshold=500'))).to.deep.equal([]);
      expect(await added('radio0')).to.include.members(['beacon_int=200', 'channel=11', 'rts_threshold=500']);
      const refused = { ssid_id: 0, feature: 'options', field: 'radio0' };
      for (const line of ['beacon_int=5', 'no_such=1']) {
        const lacks = (await apply(options(line))) as { message: string }[];
        expect(lacks).to.have.length(1);
        expect(lacks[0]).to.deep.include(refused);
        expect(lacks[0]?.message).to.match(/^(beacon_int: invalid|no_such: unknown configuration item)/i);
        expect(await added('radio0')).to.deep.equal(['channel=11', 'ieee80211d=1']);
      }
      await agent.box.configure({
        ...settings,
        RELOAD: `! grep -q ^rts_threshold ${agent.box.radios}/$1.conf`,
      });
      expect(await apply(options('rts_threshold=400'))).to.deep.equal([
        { ...refused, message: 'hostapd does not run with it' },
      ]);
      expect(await added('radio0')).to.deep.equal(['channel=11', 'ieee80211d=1']);
      expect(await agent.box.conf()).to.contain('ssid2=');
    });

    it('leave the air when they are switched off, with the SSIDs of their band only', async () => {
      await start({ radio0: RADIO_2G, radio1: RADIO_5G });
      expect(await apply({ '5g': { enabled: false } })).to.deep.equal([]);
      expect(await agent.box.conf('radio1')).to.equal('');
      expect(await agent.box.conf('radio0')).to.contain('ssid2=');
      await apply({ '5g': { enabled: false } }, ['5g']);
      expect(agent.leftOut()).to.deep.equal([{ ssid_id: 1, feature: 'band' }]);
    });

    it('get their power, which ends with the value, and are unblocked when they are switched on', async () => {
      await start({ radio1: RADIO_5G }, { phy0: phy([36]) });
      const block = join(agent.box.folder, 'interfaces/wlan1/phy80211/rfkill0');
      await mkdir(block);
      await writeFile(join(block, 'soft'), '1\n');
      await agent.box.program('hostapd_cli', 'echo state=ENABLED\n');
      await agent.box.configure({ URL: agent.front.url, MAC: agent.device.macId, RELOAD: 'true' });
      await apply({ '5g': { enabled: true, power_dbm: 12 } });
      expect(await agent.box.read('interfaces/wlan1/phy80211/rfkill0/soft')).to.equal('0\n');
      const powers = async (): Promise<string[]> =>
        (await agent.box.read('iw'))?.match(/^phy .*txpower.*$/gm)?.slice(-1) ?? [];
      expect(await powers()).to.deep.equal(['phy phy0 set txpower fixed 1200']);
      await apply({});
      expect(await powers()).to.deep.equal(['phy phy0 set txpower auto']);
    });
  });
}
