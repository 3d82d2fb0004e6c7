import { expect } from 'chai';
import { eventually } from '../fixtures/eventually.js';
import { RADIO_2G, RADIO_5G } from '../../dev/air/access-point-files.js';
import { AccessPoint } from './access-point.js';
import { pskOf } from '../../dev/air/access-point-files.js';
import { Client, type Network } from './client.js';

const KEY = 'roam as you like';
const NAMES = { fast: 'Fast roaming', plain: 'Plain roaming' };
const BOTH_BANDS = { scan_freq: '2437 5180', freq_list: '2437 5180' };

function network(name: string, key_mgmt: string): Network {
  return { ssid: `"${name}"`, key_mgmt, psk: pskOf(name, KEY), ...BOTH_BANDS };
}

describe('on the air, with 802.11r', () => {
  let point: AccessPoint;
  let client: Client;

  before(async () => {
    point = await AccessPoint.open({ radios: { radio0: RADIO_2G, radio1: RADIO_5G } });
    client = new Client(point.guest, 0);
    const ssid = { security_mode: '2', wpa_key: KEY };
    const options = { hostapd: { vendor_elements: 'dd05aabbcc0142' } };
    const more = { neighbor_reports: true, bss_transition: true, dtim_period: 3, options };
    await point.addSsid({ ...ssid, ssid_name: NAMES.fast, extras: { fast_roaming: true, ...more } });
    await point.addSsid({ ...ssid, ssid_name: NAMES.plain });
    await point.apply();
  });
  after(() => point.close());

  /** hostapd says it of each four-way handshake; wpa_supplicant says the same of a fast roam and of a handshake. */
  async function handshakes(): Promise<number> {
    const { output } = await point.guest.run(
      `cat /run/radio-*.log | grep -c 'EAPOL-4WAY-HS-COMPLETED ${client.mac}'`,
    );
    return Number(output);
  }

  /** Sends the client to the other radio, and returns how many four-way handshakes that took and what it has said. */
  async function roam(): Promise<{ readonly took: number; readonly said: string }> {
    const { bssid: from = '', ssid = '' } = await client.status();
    const to = await client.otherBss(ssid, from);
    const [before, length] = [await handshakes(), (await client.said()).length];
    await client.roam(to);
    await eventually('the client has roamed', async () => {
      const { bssid, wpa_state } = await client.status();
      return wpa_state === 'COMPLETED' && (bssid === to || (await handshakes()) > before);
    });
    await client.reaches();
    return { took: (await handshakes()) - before, said: (await client.said()).slice(length) };
  }

  /**
   * Sends the client to the other radio until that takes no four-way handshake. The kernel of the client sends its first
   * frame again when the answer takes a tenth of a second, as on a busy machine. The access point answers each with another
   * nonce, and refuses the client for the first one: status 55. Any other roam with a handshake is a fault.
   */
  async function roamFast(): Promise<void> {
    for (;;) {
      const { took, said } = await roam();
      if (took === 0) return;
      if (!/CTRL-EVENT-ASSOC-REJECT [^\n]*status_code=55/.test(said))
        throw new Error(`The client has roamed with a handshake:\n${said}`);
    }
  }

  it('a client that knows it roams to either radio without a four-way handshake', async () => {
    await client.join(network(NAMES.fast, 'FT-PSK'));
    await client.reaches();
    await roamFast();
    await roamFast();
    expect(await client.status()).to.include({ key_mgmt: 'FT-PSK', wpa_state: 'COMPLETED' });
  });

  it('beacons have an option that airfleet does not know', async () => {
    await client.join(network(NAMES.fast, 'FT-PSK'));
    const { bssid = '' } = await client.status();
    expect(await client.elementsOf(bssid)).to.contain('dd05aabbcc0142');
  });

  it('a client that does not know it joins with its key', async () => {
    await client.join(network(NAMES.fast, 'WPA-PSK'));
    await client.reaches();
    expect(await client.status()).to.include({ key_mgmt: 'WPA2-PSK' });
  });

  it('a client of an SSID without it needs a handshake at each radio', async () => {
    await client.join(network(NAMES.plain, 'WPA-PSK'));
    await client.reaches();
    expect((await roam()).took).to.be.at.least(1);
  });
});
