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
    ['a VLAN', { ...STATIC, vlan_id: 20 }, 'a VLAN is not possible'],
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

  it('say why they are not by wifi', async () => {
    expect(await leftOut([{ protocol: 'dhcp' }], 'wifi-2g')).to.equal(
      '0 uplinks wifi-2g only ethernet is possible\n',
    );
  });
});
