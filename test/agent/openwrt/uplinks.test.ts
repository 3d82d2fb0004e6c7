import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { sampleOf } from '../../fixtures/seed.js';
import { removeBoxes, SHELLS } from '../agent-box.js';
import { OfferedDocuments } from './offered-documents.js';

const ROUTER = {
  address: '10.5.0.1',
  netmask: '255.255.255.0',
  nat: true,
  dhcp: 'server',
  lease_s: null,
  ranges: [{ start: '10.5.0.10', end: '10.5.0.19' }],
  hosts: [],
  dns: [],
};

for (const shell of sampleOf(SHELLS, 14, 2)) {
  describe(`the uplinks of a document on OpenWrt under ${shell}`, () => {
    let agent: OfferedDocuments;

    beforeEach(async () => {
      agent = await OfferedDocuments.make(shell, { UPLINK_INTERFACE: 'wan' });
    });
    afterEach(() => agent.close());
    after(removeBoxes);

    const of = (file: string, name: string) => agent.machine.sectionOf(file, name);
    const ethernet = (settings: Readonly<Record<string, string | number>>) => ({
      type: 'ethernet',
      settings,
    });

    it('take over the interface that the settings name, and put it back', async () => {
      const before = await agent.machine.others('network');
      const dns = '192.0.2.53, 192.0.2.54';
      const address = { address: '192.0.2.2', netmask: '255.255.255.0', gateway: '192.0.2.1' };
      const entry = ethernet({ protocol: 'static', ...address, dns, priority: 5, vlan_id: 7, mtu: 1400 });
      expect(await agent.apply({ uplinks: [entry] })).to.deep.equal([]);
      expect(await of('network', 'wan')).to.deep.equal({
        type: 'interface',
        device: 'eth1.7',
        proto: 'static',
        ipaddr: '192.0.2.2',
        netmask: '255.255.255.0',
        gateway: '192.0.2.1',
        dns: '192.0.2.53 192.0.2.54',
        peerdns: '0',
        metric: '5',
      });
      expect(await of('network', 'airfleet_uplink')).to.deep.equal({
        type: '8021q',
        name: 'eth1.7',
        ifname: 'eth1',
        vid: '7',
        mtu: '1400',
      });
      await agent.machine.write('protocols/ppp.sh', '');
      const login = { username: 'user', password: "pass'word" };
      expect(
        await agent.apply({ uplinks: [ethernet({ protocol: 'pppoe', ...login, mtu: 1492 })] }),
      ).to.deep.equal([]);
      expect(await of('network', 'wan')).to.deep.equal({
        type: 'interface',
        device: 'eth1',
        proto: 'pppoe',
        ...login,
        mtu: '1492',
      });
      await agent.apply({ uplinks: [ethernet({ priority: 1 })] });
      expect(await agent.machine.others('network'), 'without a protocol').to.deep.equal(before);
      await rm(join(agent.machine.folder, 'protocols'), { recursive: true });
    });

    it('are a station on a radio and a modem, in a zone of their own', async () => {
      const wifi = {
        type: 'wifi-5g',
        settings: { protocol: 'dhcp', ssid: 'Hill', key: 'over the hill', priority: 20 },
      };
      const modem = { type: 'usb-modem', settings: { protocol: 'dhcp', apn: 'internet' } };
      expect(await agent.apply({ uplinks: [wifi, modem] })).to.deep.equal([
        { ssid_id: 0, feature: 'uplinks', field: 'usb-modem', message: 'ModemManager is not installed' },
      ]);
      await mkdir(join(agent.machine.folder, 'protocols'), { recursive: true });
      await writeFile(join(agent.machine.folder, 'protocols/modemmanager.sh'), '');
      await agent.box.program(
        'mmcli',
        `case $2 in -L) echo '{"modem-list":["/Modem/3"]}' ;; *) echo '{"modem":{"generic":{"device":"/sys/usb1"}}}' ;; esac\n`,
      );
      await agent.machine.addRouter();
      const apart = { mode: 'router', router: ROUTER };
      await agent.apply({ uplinks: [wifi, modem], wireless: [apart] });
      expect(await of('wireless', 'airfleet_uplink_radio1')).to.include({
        device: 'radio1',
        mode: 'sta',
        network: 'airfleet_wifi',
        ssid: 'Hill',
        key: 'over the hill',
      });
      expect(await of('network', 'airfleet_wifi')).to.include({ proto: 'dhcp', metric: '20' });
      expect(await of('network', 'airfleet_modem')).to.include({
        proto: 'modemmanager',
        device: '/sys/usb1',
        apn: 'internet',
      });
      expect(await of('firewall', 'airfleet_wan')).to.include({
        network: 'airfleet_wifi airfleet_modem',
        masq: '1',
      });
      expect(await of('firewall', 'airfleet_1_to_afwan')).to.include({ src: 'af1' });
    });

    it('are reported when they are not possible', async () => {
      const entries = [
        ethernet({ protocol: 'static', address: '192.0.2.300', netmask: '255.255.255.0' }),
        ethernet({ protocol: 'pppoe' }),
        { type: 'wifi-2g', settings: { protocol: 'pppoe', ssid: 'Hill' } },
      ];
      const report = (field: string, message: string) => ({ ssid_id: 0, feature: 'uplinks', field, message });
      expect(await agent.apply({ uplinks: entries })).to.deep.equal([
        report('ethernet', 'the address or the netmask is not one of IPv4'),
        report('ethernet', 'ppp is not installed'),
        report('wifi-2g', 'the protocol pppoe is not possible'),
      ]);
    });
  });
}
