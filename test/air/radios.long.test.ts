import { expect } from 'chai';
import { RADIO_2G, RADIO_5G, type Radio } from '../../dev/air/access-point-files.js';
import { AccessPoint } from './access-point.js';
import { Client, type Network } from './client.js';

const OPEN = { security_mode: '0', wpa_key: null };
const open = (ssid: string): Network => ({ ssid: `"${ssid}"`, key_mgmt: 'NONE' });
const BOTH = { radio0: RADIO_2G, radio1: RADIO_5G };
/** A second radio of 5 GHz. */
const OTHER_5G: Radio = { ...RADIO_5G, interface: 'wlan2', channel: '40' };

describe('on the air, radios', () => {
  let point: AccessPoint;

  async function start(radios: Readonly<Record<string, Radio>>): Promise<void> {
    point = await AccessPoint.open({ radios });
    await point.addSsid({ ...OPEN, ssid_name: 'Lobby' });
  }
  afterEach(() => point.close());

  /** Applies settings of the network's radios, and returns what the device then cannot do. */
  async function apply(radio: object): Promise<readonly unknown[]> {
    await point.setRadio(radio);
    await point.apply();
    await point.once();
    return point.radiosLack();
  }

  it('have the channel, width, power and country of their network', async () => {
    await start(BOTH);
    const set = { channel: 149, width_mhz: 80, power_dbm: 10 };
    expect(await apply({ country: 'US', bands: { '5g': set, '2g': { width_mhz: 40 } } })).to.deep.equal([]);
    expect(await point.country()).to.equal('US');
    expect(await point.air('wlan0')).to.deep.equal({ channel: 6, widthMhz: 40, powerDbm: 30 });
    expect(await point.air('wlan1')).to.deep.equal({ channel: 149, widthMhz: 80, powerDbm: 10 });
    expect(await apply({ country: null, bands: { '5g': null, '2g': null } })).to.deep.equal([]);
    expect(await point.country()).to.equal('DE');
    expect(await point.air('wlan1')).to.deep.equal({ channel: 36, widthMhz: 20, powerDbm: 23 });
    await apply({ bands: { '5g': { channel: 40, width_mhz: 40 } } });
    await new Client(point.guest).join(open('Lobby'), { frequency: 5200 });
  });

  it('have the power of their network again after it was lost', async () => {
    await start({ radio0: RADIO_2G });
    expect(await apply({ bands: { '2g': { power_dbm: 5 } } })).to.deep.equal([]);
    await point.guest.sh('iw phy phy0 set txpower auto');
    await point.once();
    expect(await point.air('wlan0')).to.include({ powerDbm: 5 });
  });

  it('that are switched off leave the air, and are on it again when they are switched on', async () => {
    await start(BOTH);
    const high = await point.addSsid({ ...OPEN, ssid_name: 'High', radio_band: '2' });
    await apply({ bands: { '5g': { enabled: false } } });
    expect(point.leftOut()).to.deep.equal([{ ssid_id: high, feature: 'band' }]);
    expect(await point.air('wlan1')).to.equal(undefined);
    const client = new Client(point.guest);
    await client.join(open('Lobby'));
    expect(await apply({ bands: { '5g': { enabled: true } } })).to.deep.equal([]);
    await client.join(open('High'), { frequency: 5180 });
  });

  it('that rfkill blocks come on the air when their network switches them on', async () => {
    await start({ radio0: RADIO_2G });
    await point.guest.sh('for block in /sys/class/ieee80211/phy0/rfkill*/soft; do echo 1 > "$block"; done');
    expect(await apply({ bands: { '2g': { enabled: true } } })).to.deep.equal([]);
    await new Client(point.guest).join(open('Lobby'));
  });

  it('listen for radar before they use its channel, and are joined', async () => {
    await start({ radio1: RADIO_5G });
    expect(await apply({ country: 'DE', bands: { '5g': { channel: 52, width_mhz: 40 } } })).to.deep.equal([]);
    const waited = point.front
      .heartbeats()
      .map((beat) => (beat['configuration'] as Record<string, unknown>)['waiting_s'])
      .filter((seconds) => seconds !== undefined);
    expect(waited[0]).to.be.within(60, 100);
    expect(await point.air('wlan1')).to.include({ channel: 52, widthMhz: 40 });
    await new Client(point.guest).join(open('Lobby'), { frequency: 5260, isPassive: true });
  });

  it('choose their channel among those of their network', async () => {
    await start({ radio0: RADIO_2G });
    expect(await apply({ bands: { '2g': { channel: 'auto', channels: [11, 13] } } })).to.deep.equal([]);
    const { channel } = (await point.air('wlan0')) ?? {};
    expect(channel).to.be.oneOf([11, 13]);
    await new Client(point.guest).join(open('Lobby'), { frequency: channel === 11 ? 2462 : 2472 });
  });

  it('of one band share it: one has the channel, the other chooses its own', async () => {
    await start({ radio1: RADIO_5G, radio2: OTHER_5G });
    expect(await apply({ bands: { '5g': { channel: 44 } } })).to.deep.equal([]);
    expect(await point.air('wlan1')).to.include({ channel: 44 });
    expect((await point.air('wlan2'))?.channel).to.be.above(48);
    await new Client(point.guest).join(open('Lobby'), { frequency: 5220 });
  });

  it('say what they cannot do, and have their SSIDs on the air with what they can', async () => {
    await start({ radio0: RADIO_2G });
    const set = { channel: 13, power_dbm: 30 };
    const lacking = (feature: string, message: string) => ({ ssid_id: 0, feature, field: 'radio0', message });
    expect(await apply({ country: 'US', bands: { '2g': set } })).to.deep.equal([
      lacking('channel', 'hostapd does not run with it'),
    ]);
    expect(await point.country()).to.equal('US');
    expect(await point.air('wlan0')).to.include({ channel: 6 });
    expect(await apply({ country: 'DE' })).to.deep.equal([lacking('power', '20 dBm instead of 30')]);
    await new Client(point.guest).join(open('Lobby'), { frequency: 2472 });
  });
});
