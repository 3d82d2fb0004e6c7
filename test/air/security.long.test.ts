import { expect } from 'chai';
import { AccessPoint } from './access-point.js';
import { pskOf } from '../../dev/air/access-point-files.js';
import { Client, wpa2, type Network } from './client.js';

const KEY = 'room-service-only';

/** A mode, the fields of its SSID, and what clients that know the key say. */
interface Mode {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly clients: readonly (readonly [kind: string, network: (ssid: string, key: string) => Network])[];
}

const wpa = (ssid: string, key: string): Network => ({ ...wpa2(ssid, key), proto: 'WPA' });
const tkip = (ssid: string, key: string): Network => ({ ...wpa(ssid, key), pairwise: 'TKIP', group: 'TKIP' });
const gcmp = (ssid: string, key: string): Network => ({
  ...wpa2(ssid, key),
  pairwise: 'GCMP-256',
  group: 'GCMP-256',
});
const sae = (ssid: string, key: string): Network => ({
  ssid: `"${ssid}"`,
  key_mgmt: 'SAE',
  sae_password: `"${key}"`,
  ieee80211w: 2,
});

const MODES: readonly Mode[] = [
  {
    name: 'WPA and WPA2',
    fields: { security_mode: '1' },
    clients: [
      ['WPA', wpa],
      ['WPA2', wpa2],
    ],
  },
  {
    name: 'WPA and WPA2 with TKIP',
    fields: { security_mode: '1', wpa_algorithm: '2' },
    clients: [['TKIP', tkip]],
  },
  { name: 'WPA2', fields: { security_mode: '2' }, clients: [['WPA2', wpa2]] },
  {
    name: 'WPA2 with GCMP-256',
    fields: { security_mode: '2', wpa_algorithm: '4' },
    clients: [['GCMP-256', gcmp]],
  },
  { name: 'WPA3', fields: { security_mode: '4' }, clients: [['WPA3', sae]] },
  {
    name: 'WPA2 and WPA3',
    fields: { security_mode: '5' },
    clients: [
      ['WPA2', wpa2],
      ['WPA3', sae],
    ],
  },
];

describe('on the air, security', () => {
  let point: AccessPoint;
  let client: Client;
  let stranger: Client;

  before(async () => {
    point = await AccessPoint.open();
    for (const { name, fields } of MODES) await point.addSsid({ ...fields, ssid_name: name, wpa_key: KEY });
    await point.addSsid({ ssid_name: 'Open', security_mode: '0', wpa_key: null });
    await point.addSsid({ ssid_name: 'OWE', security_mode: '7', wpa_key: null });
    await point.apply();
    client = new Client(point.guest, 0);
    stranger = new Client(point.guest, 1);
  });
  after(() => point.close());

  for (const { name, clients } of MODES) {
    for (const [kind, network] of clients) {
      it(`${name}: is joined by a client of ${kind} and refused to one with a wrong key`, async () => {
        await Promise.all([
          client.join(network(name, KEY)).then(() => client.reaches()),
          stranger.isRefused(network(name, 'no-such-key-here')),
        ]);
      });
    }
  }

  it('a key of 64 hexadecimal digits: is joined by a client that has it', async () => {
    const key = pskOf('Digits', KEY);
    await point.addSsid({ ssid_name: 'Digits', security_mode: '2', wpa_key: key });
    await point.apply();
    await client.join({ ssid: '"Digits"', key_mgmt: 'WPA-PSK', psk: key });
    await client.reaches();
  });

  it('open: is joined by a client without a key', async () => {
    await client.join({ ssid: '"Open"', key_mgmt: 'NONE' });
    await client.reaches();
  });

  it('OWE: is joined by a client without a key, and its traffic is encrypted', async () => {
    await client.join({ ssid: '"OWE"', key_mgmt: 'OWE', ieee80211w: 2 });
    await client.reaches();
    expect(await client.status()).to.include({ key_mgmt: 'OWE', pairwise_cipher: 'CCMP' });
  });
});
