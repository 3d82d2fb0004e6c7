import { expect } from 'chai';
import { sampleOf } from '../../fixtures/seed.js';
import { removeBoxes, SHELLS } from '../agent-box.js';
import { OfferedDocuments } from './offered-documents.js';

const VLANS = `config bridge-vlan
	option device 'br-lan'
	option vlan '1'
	list ports 'lan1:u*'
	list ports 'lan2:u*'

`;

for (const shell of sampleOf(SHELLS, 12, 2)) {
  describe(`the networks of SSIDs on OpenWrt under ${shell}`, () => {
    let agent: OfferedDocuments;

    beforeEach(async () => {
      agent = await OfferedDocuments.make(shell);
    });
    afterEach(() => agent.close());
    after(removeBoxes);

    const of = (file: string, name: string) => agent.machine.sectionOf(file, `airfleet_${name}`);

    it('are bridges of tagged ports for VLANs, one of which gets an address, and go with the last SSID', async () => {
      const before = await agent.machine.read('etc/network');
      const tagged = [
        { vlan: { id: 20, dhcp: false } },
        { vlan: { id: 20, dhcp: true } },
        { vlan: { id: 30, dhcp: false } },
      ];
      expect(await agent.apply({ wireless: tagged })).to.deep.equal([]);
      expect(await of('network', 'd20')).to.deep.equal({
        type: 'bridge',
        name: 'br-af20',
        ports: 'lan1.20 lan2.20',
      });
      expect(await of('network', 'v20')).to.deep.equal({
        type: 'interface',
        device: 'br-af20',
        proto: 'dhcp',
        defaultroute: '0',
        peerdns: '0',
      });
      expect(await of('network', 'v30')).to.include({ proto: 'none' });
      expect(await of('wireless', '1_radio0')).to.include({ network: 'airfleet_v20' });
      await agent.apply({});
      expect(await agent.machine.others('network')).to.have.length(3);
      expect((await agent.machine.read('etc/network')).trim()).to.equal(before.trim());
    });

    it('are VLANs of a bridge that has VLANs, and an interface that a person has made for a VLAN', async () => {
      await agent.machine.write(
        'etc/network',
        `${await agent.machine.read('etc/network')}${VLANS}config interface 'vlan40'\n`,
      );
      await agent.machine.settle();
      const tagged = [{ vlan: { id: 20, dhcp: false } }, { vlan: { id: 40, dhcp: false } }];
      expect(await agent.apply({ wireless: tagged })).to.deep.equal([]);
      expect(await of('network', 'b20')).to.deep.equal({
        type: 'bridge-vlan',
        device: 'br-lan',
        vlan: '20',
        ports: 'lan1:t lan2:t',
      });
      expect(await of('network', 'v20')).to.include({ device: 'br-lan.20' });
      expect(await of('wireless', '2_radio0')).to.include({ network: 'vlan40' });
      expect(await of('network', 'v40')).to.equal(undefined);
    });

    it('say what a VLAN lacks on the ports of a switch that divides them itself', async () => {
      const network = (await agent.machine.read('etc/network')).replace("'lan1'", "'eth0.1'");
      await agent.machine.write('etc/network', network);
      expect(await agent.apply({ wireless: [{ vlan: { id: 20, dhcp: false } }] })).to.deep.equal([
        {
          ssid_id: 1,
          feature: 'vlan',
          field: 'lan',
          message: 'the ports of the network lan are VLANs of a switch',
        },
      ]);
    });
  });
}
