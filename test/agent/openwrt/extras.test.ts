import { expect } from 'chai';
import { sampleOf } from '../../fixtures/seed.js';
import { removeBoxes, SHELLS } from '../agent-box.js';
import { OfferedDocuments } from './offered-documents.js';

for (const shell of sampleOf(SHELLS, 15, 2)) {
  describe(`the name and the clock of OpenWrt under ${shell}`, () => {
    after(removeBoxes);

    it('are those of the document, or are reported', async () => {
      const agent = await OfferedDocuments.make(shell);
      const rule = 'CET-1CEST,M3.5.0,M10.5.0/3';
      await agent.machine.write('zoneinfo/Europe/Berlin', `TZif2\0\0\n${rule}\n`);
      expect(await agent.apply({ name: 'Lobby-1', timeZone: 'Europe/Berlin' })).to.deep.equal([]);
      expect(await agent.machine.sectionOf('system', '@system[0]')).to.deep.equal({
        type: 'system',
        hostname: 'Lobby-1',
        timezone: rule,
        zonename: 'Europe/Berlin',
      });
      expect(await agent.apply({ name: 'Lobby, left', timeZone: 'Europe/Rome' })).to.deep.equal([
        { ssid_id: 0, feature: 'device_name' },
        { ssid_id: 0, feature: 'time_zone' },
      ]);
      expect(await agent.machine.sectionOf('system', '@system[0]')).to.include({
        hostname: 'OpenWrt',
        timezone: 'UTC',
      });
      await agent.close();
    });
  });

  describe(`the extras of SSIDs on OpenWrt under ${shell}`, () => {
    after(removeBoxes);

    it('are options of their sections', async () => {
      const agent = await OfferedDocuments.make(shell);
      const radius = { host: '192.0.2.1', port: 1812, secret: 'shared', nas_identifier: null };
      const extras = {
        fast_roaming: { mobility_domain: 'a1b2' },
        neighbor_reports: true,
        bss_transition: true,
        dynamic_vlan: true,
        dtim_period: 3,
        options: { hostapd: [], uci: ["greeting=it's a text", 'multicast_to_unicast=1'] },
      };
      const eap = { security: { mode: 'wpa2-eap', key: null, servers: [radius] } };
      await agent.apply({ wireless: [{ extras: { ...extras, dynamic_vlan: false } }, { ...eap, extras }] });
      const common = {
        ieee80211r: '1',
        mobility_domain: 'a1b2',
        ft_over_ds: '0',
        ieee80211k: '1',
        bss_transition: '1',
        dtim_period: '3',
        greeting: "it's a text",
        multicast_to_unicast: '1',
      };
      expect(await agent.machine.section('1_radio0')).to.include({ ...common, ft_psk_generate_local: '1' });
      const section = await agent.machine.section('2_radio1');
      expect(section).to.include({
        ...common,
        dynamic_vlan: '1',
        vlan_naming: '1',
        vlan_bridge: 'br-af',
        vlan_tagged_interface: 'lan1',
      });
      expect(section).to.not.have.property('ft_psk_generate_local');
      await agent.close();
    });
  });
}
