import { pbkdf2Sync } from 'node:crypto';

/** The files of an access point and of its clients in the machine with radios. */

/** The agent's `RELOAD`: restarts the radio `$1`. */
export const RELOAD = '/usr/lib/airfleet-air/restart-radio.sh "$1"';

/** The lines of a radio's file. */
export type Radio = Readonly<Record<string, string>>;

const RADIO = {
  driver: 'nl80211',
  ctrl_interface: '/run/hostapd',
  bridge: 'br0',
  country_code: 'DE',
  beacon_int: '100',
};

/** A radio of 2.4 GHz on channel 6, which is 2437 MHz. */
export const RADIO_2G: Radio = { ...RADIO, interface: 'wlan0', hw_mode: 'g', channel: '6', ieee80211n: '1' };
/** A radio of 5 GHz on channel 36, which is 5180 MHz. */
export const RADIO_5G: Radio = { ...RADIO, interface: 'wlan1', hw_mode: 'a', channel: '36', ieee80211n: '1' };

export function linesOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** The key of a WPA2 network, which wpa_supplicant would compute for seconds in the machine. */
export function pskOf(ssid: string, passphrase: string): string {
  return pbkdf2Sync(passphrase, ssid, 4096, 32, 'sha1').toString('hex');
}
