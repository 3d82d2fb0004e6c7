import { expect } from 'chai';
import { AccessPoint } from './access-point.js';
import { Client } from './client.js';
import { peap, siteServer, startRadius } from './radius.js';

const IN_SITE = /^192\.0\.2\./;
const IN_VLAN_30 = /^203\.0\.113\./;
const IN_VLAN_40 = /^10\.40\.0\./;

describe('on the air, an SSID whose users have VLANs', () => {
  let point: AccessPoint;
  let blue: Client;
  let green: Client;
  let guest: Client;

  before(async () => {
    point = await AccessPoint.open({ settings: { UPLINK: 'eth0' } });
    const { id } = await siteServer(point.fixture);
    const extras = { dynamic_vlan: true };
    await point.addSsid({
      ssid_name: 'Staff',
      security_mode: '3',
      wpa_key: null,
      auth_radius_id: id,
      extras,
    });
    await Promise.all([startRadius(point.guest), point.apply()]);
    blue = new Client(point.guest, 0);
    green = new Client(point.guest, 1);
    guest = new Client(point.guest, 2);
  });
  after(() => point.close());

  it('puts two users into two VLANs, and a user without one into the network of the SSID', async () => {
    await Promise.all([
      blue.join(peap('Staff', { user: 'blue' })),
      green.join(peap('Staff', { user: 'green' })),
      guest.join(peap('Staff')),
    ]);
    expect(await blue.lease()).to.match(IN_VLAN_30);
    expect(await green.lease()).to.match(IN_VLAN_40);
    expect(await guest.lease()).to.match(IN_SITE);
  });

  it('shares the network of a VLAN with an SSID that is in it', async () => {
    const open = { security_mode: '0', wpa_key: null };
    const ssid = await point.addSsid({ ...open, ssid_name: 'Blue', v_lan_attributes: { v_lan_id: 30 } });
    await point.apply();
    await point.once();
    expect(point.leftOut()).to.deep.equal([]);
    await Promise.all([blue.joined(), guest.join({ ssid: '"Blue"', key_mgmt: 'NONE' })]);
    expect(await guest.lease()).to.match(IN_VLAN_30);
    expect(await blue.lease()).to.match(IN_VLAN_30);
    await point.changeSsid(ssid, { is_enabled: false });
    await point.apply();
    await blue.joined();
    expect(await blue.lease()).to.match(IN_VLAN_30);
  });

  it('is left out where the machine does not say which interface leads to the VLANs', async () => {
    await point.configure({ UPLINK: '' });
    await point.renew();
    await point.once();
    await point.once();
    expect(point.leftOut()[0]).to.include({ feature: 'dynamic_vlan' });
  });
});
