import { expect } from 'chai';
import { AgentBox, removeBoxes } from './agent-box.js';
import { check, documentOf, MAC } from './document.js';

const STATIC = { protocol: 'static', address: '192.0.2.7', netmask: '255.255.255.0' };

describe('the uplinks of the hostapd backend', () => {
  let box: AgentBox;

  before(async () => {
    box = await AgentBox.make({ settings: { URL: 'http://127.0.0.1:9', MAC, UPLINK_INTERFACE: 'br0' } });
    await box.writeKey('unused-key');
    await box.addInterface('br0', {});
    for (const name of ['ip', 'udhcpc']) await box.program(name, 'exit 0\n');
  });
  after(removeBoxes);

  /** What the agent says to be left out of uplinks with these settings. */
  async function leftOut(settings: readonly object[], type = 'ethernet'): Promise<string> {
    const uplinks = settings.map((entry) => ({ type, settings: entry }));
    const { code, stdout, stderr } = await check(box, documentOf([], { uplinks }));
    expect(code, stderr).to.equal(0);
    return stdout.replace(/^0 (device_name|time_zone)\n/gm, '');
  }

  it('are one by ethernet with a fixed address or DHCP', async () => {
    expect(await leftOut([{ ...STATIC, gateway: '192.0.2.1', mtu: 1400, priority: 5 }])).to.equal('');
    expect(await leftOut([{ protocol: 'dhcp' }])).to.equal('');
    const second = '0 uplinks ethernet only one uplink by ethernet is possible\n';
    expect(await leftOut([STATIC, { protocol: 'dhcp' }])).to.equal(second);
  });

  it('are as the machine has them without a protocol', async () => {
    expect(await leftOut([{ priority: 1 }, { priority: 2 }])).to.equal('');
    expect(await leftOut([{}], 'usb-modem')).to.equal('');
  });

  for (const [title, settings, reason] of [
    ['a VLAN', { ...STATIC, vlan_id: 4095 }, 'the VLAN is not one of 1 to 4094'],
    ['a VLAN in words', { ...STATIC, vlan_id: '20 up' }, 'the VLAN is not one of 1 to 4094'],
    ['PPPoE', { protocol: 'pppoe' }, 'the protocol is not possible'],
    [
      'an address of IPv6',
      { ...STATIC, address: '2001:db8::7' },
      'the address, the netmask or the gateway is not one of IPv4',
    ],
    ['a priority in words', { ...STATIC, priority: '5 proto 7' }, 'the priority or the MTU is not a number'],
    ['name servers', { ...STATIC, dns: '192.0.2.9' }, 'name servers are not set'],
  ] as const)
    it(`say why they are without ${title}`, async () => {
      expect(await leftOut([settings])).to.equal(`0 uplinks ethernet ${reason}\n`);
    });

  it('are in a VLAN that no other link has', async () => {
    expect(await leftOut([{ ...STATIC, vlan_id: 30 }])).to.equal('');
  });

  it('say why they are not by a modem', async () => {
    expect(await leftOut([{ protocol: 'dhcp' }], 'usb-modem')).to.equal(
      '0 uplinks usb-modem only ethernet and wifi are possible\n',
    );
  });

  it('are by wifi on a radio of the band, if it has what it needs', async () => {
    const wifi = { protocol: 'dhcp', ssid: 'Café "1"', key: 'room service only' };
    expect(await leftOut([wifi], 'wifi-2g')).to.equal('0 uplinks wifi-2g wpa_supplicant is not there\n');
    await box.program('wpa_supplicant', 'exit 0\n');
    await box.program('iw', 'exit 0\n');
    expect(await leftOut([{ ...wifi, priority: 3 }], 'wifi-2g')).to.equal('');
    for (const [settings, reason, type] of [
      [wifi, 'no radio of the band is on', 'wifi-5g'],
      [{ ...wifi, ssid: null }, 'it has no SSID'],
      [{ ...wifi, ssid: 'x'.repeat(33) }, 'the SSID is too long'],
      [{ ...wifi, key: 'short' }, 'the key is not valid'],
      [{ ...wifi, key: 'g'.repeat(64) }, 'the key is not valid'],
      [{ ...wifi, protocol: 'pppoe' }, 'the protocol is not possible'],
    ] as const)
      expect(await leftOut([settings], type ?? 'wifi-2g')).to.equal(
        `0 uplinks ${type ?? 'wifi-2g'} ${reason}\n`,
      );
    expect(await leftOut([wifi, wifi], 'wifi-2g')).to.equal(
      '0 uplinks wifi-2g only one uplink by wifi is possible\n',
    );
  });
});
