import { expect } from 'chai';
import { setConfiguration } from '../agent/managed-device.js';
import { AccessPoint } from './access-point.js';
import { Client, type Network } from './client.js';

const OPEN = { security_mode: '0', wpa_key: null };
const open = (ssid: string): Network => ({ ssid: `"${ssid}"`, key_mgmt: 'NONE' });
/** The fields of an SSID in a VLAN. The site has 30, and nothing of the access point's own is in it. */
const inVlan = (v_lan_id: number, enable_dhcp_on_v_lan = false): Readonly<Record<string, unknown>> => ({
  ...OPEN,
  v_lan_attributes: { v_lan_id, enable_dhcp_on_v_lan },
});
const IN_VLAN_30 = /^203\.0\.113\./;

describe('on the air, an SSID with a VLAN that the machine does not have', () => {
  let point: AccessPoint;
  let client: Client;
  let ssid: number;

  beforeEach(async () => {
    point = await AccessPoint.open({ settings: { UPLINK: 'eth0' } });
    ssid = await point.addSsid({ ...inVlan(30), ssid_name: 'Tagged' });
    await point.apply();
    client = new Client(point.guest);
    await client.join(open('Tagged'));
  });
  afterEach(() => point.close());

  /** The agent's bridges and links. */
  async function networks(): Promise<string[]> {
    const names = (await point.guest.sh('ls /sys/class/net')).trim().split('\n');
    return names.filter((name) => /^(br-)?af/.test(name));
  }

  it('has its traffic in the VLAN, and takes its bridge with it when it is the last one', async () => {
    expect(await client.lease()).to.match(IN_VLAN_30);
    const other = await point.addSsid({ ...inVlan(30), ssid_name: 'Other' });
    await point.apply();
    await point.changeSsid(ssid, { is_enabled: false });
    await point.apply();
    expect(await networks()).to.deep.equal(['af30', 'br-af30']);
    await client.join(open('Other'));
    expect(await client.lease()).to.match(IN_VLAN_30);
    await point.changeSsid(other, { is_enabled: false });
    await point.apply();
    expect(await networks()).to.deep.equal([]);
  });

  it('gives the access point an address in the VLAN that DHCP leases, as long as it asks for it', async () => {
    const address = (): Promise<string> => point.guest.sh('ip -o -4 addr show dev br-af30');
    expect(await address()).to.equal('');
    await point.changeSsid(ssid, inVlan(30, true));
    await point.apply();
    await point.once();
    expect(point.leftOut()).to.deep.equal([]);
    expect(await address()).to.contain(' inet 203.0.113.1');
    expect(await point.guest.sh('ip route show default')).to.contain('via 192.0.2.1');
    await point.changeSsid(ssid, inVlan(30));
    await point.apply();
    expect(await address()).to.equal('');
    expect(await client.lease()).to.match(IN_VLAN_30);
  });

  it('is left out while another link has the VLAN', async () => {
    await point.addSsid({ ...inVlan(20), ssid_name: 'Taken' });
    await point.apply();
    await point.once();
    expect(point.leftOut()).to.have.length(1);
    expect(point.leftOut()[0]).to.include({ feature: 'vlan' });
  });

  it('has its network again after the machine has started, and after an edit', async () => {
    await point.guest.sh('/usr/lib/airfleet-air/stop.sh /run/radio-radio0.pid');
    await point.guest.sh('ip link del br-af30; ip link del af30; rm -rf /run/airfleet');
    await point.guest.sh('/usr/lib/airfleet-air/restart-radio.sh radio0');
    const { code, output } = await point.once();
    expect(code, output).to.equal(0);
    await client.join(open('Tagged'));
    expect(await client.lease()).to.match(IN_VLAN_30);
    await point.changeSsid(ssid, { max_association: 40 });
    await point.apply();
    expect(await networks()).to.deep.equal(['af30', 'br-af30']);
    await client.joined();
    expect(await client.lease()).to.match(IN_VLAN_30);
  });

  it('has its network again after it was removed, which is reported as drift that is mended', async () => {
    await point.guest.sh('ip link del br-af30');
    const { code, output } = await point.once();
    expect(code, output).to.equal(0);
    await point.once();
    expect(point.front.report()).to.include({ drifted: false, mended: true, state: 'applied' });
    await client.joined();
    expect(await client.lease()).to.match(IN_VLAN_30);
  });

  it('returns to its VLAN when another one cuts the access point off', async () => {
    await setConfiguration(point.fixture, { confirm_within_s: 30 });
    const both = 'ls -d /sys/class/net/br-af30 /sys/class/net/br-af40 > /run/both';
    await point.configure({
      RELOAD: `/usr/lib/airfleet-air/restart-radio.sh "$1"; if grep -q br-af40 /etc/hostapd/$1.conf; then ip link set eth0 down; ${both}; else ip link set eth0 up; fi`,
    });
    await point.changeSsid(ssid, inVlan(40));
    await point.renew();
    const { code, output } = await point.once();
    expect(code, output).to.equal(6);
    expect((await point.guest.sh('cat /run/both')).trim().split('\n')).to.have.length(2);
    expect(await networks()).to.deep.equal(['af30', 'br-af30']);
    await client.joined();
    expect(await client.lease()).to.match(IN_VLAN_30);
  });
});
