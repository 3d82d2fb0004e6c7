import { expect } from 'chai';
import { AccessPoint } from './access-point.js';
import { Client, type Network } from './client.js';

const OPEN = { security_mode: '0', wpa_key: null };
const open = (ssid: string): Network => ({ ssid: `"${ssid}"`, key_mgmt: 'NONE' });

describe('on the air, clients of an SSID', () => {
  let point: AccessPoint;
  let first: Client;
  let second: Client;

  before(async () => {
    point = await AccessPoint.open();
    first = new Client(point.guest, 0);
    second = new Client(point.guest, 1);
    const filter = (mac_filter_policy: string): object => ({ mac_filter_policy, acl_mac_list: [first.mac] });
    await point.addSsid({ ...OPEN, ssid_name: 'Shared' });
    await point.addSsid({ ...OPEN, ssid_name: 'Isolated', is_isolate: true });
    await point.addSsid({ ...OPEN, ssid_name: 'Hidden', is_hidden: true });
    await point.addSsid({ ...OPEN, ssid_name: 'Allowed', ...filter('1') });
    await point.addSsid({ ...OPEN, ssid_name: 'Denied', ...filter('2') });
    await point.addSsid({ ...OPEN, ssid_name: 'Limited', max_association: 1 });
    await point.addSsid({ ...OPEN, ssid_name: 'Tagged', v_lan_attributes: { v_lan_id: 20 } });
    await point.apply();
  });
  after(() => point.close());

  /** Both clients join. */
  async function bothJoin(ssid: string): Promise<void> {
    await Promise.all([first, second].map((client) => client.join(open(ssid))));
    await Promise.all([first, second].map((client) => client.reaches()));
  }

  it('a hidden one is joined by its name, which its beacons do not show', async () => {
    await first.join(open('Hidden'));
    await first.reaches();
    const { bssid = '' } = await first.status();
    await second.look(open('Shared'), { isPassive: true });
    await second.joined();
    const seen = await second.scan();
    expect(seen).to.contain(bssid);
    expect(seen).to.contain('Shared').and.not.contain('Hidden');
  });

  it('clients of one that does not isolate them reach each other', async () => {
    await bothJoin('Shared');
    await first.reaches(second.address);
  });

  it('clients of one that isolates them reach the uplink but not each other', async () => {
    await bothJoin('Isolated');
    expect(await first.pings(second.address, 3)).to.equal(1);
  });

  it('one with a list of allowed addresses refuses other clients', async () => {
    await first.join(open('Allowed'));
    await second.isRefused(open('Allowed'), { isPassive: true });
  });

  it('one with a list of denied addresses refuses these clients', async () => {
    await second.join(open('Denied'));
    await first.isRefused(open('Denied'), { isPassive: true });
  });

  it('one with a limit refuses a client too many, until another has left', async () => {
    await first.join(open('Limited'));
    await second.isRefused(open('Limited'));
    await first.leave();
    await second.joined();
  });

  it('traffic of one with a VLAN ends in the VLAN, and that of the others in the untagged network', async () => {
    await Promise.all([first.join(open('Tagged')), second.join(open('Shared'))]);
    expect(await first.lease()).to.match(/^198\.51\.100\./);
    expect(await second.lease()).to.match(/^192\.0\.2\./);
  });
});
