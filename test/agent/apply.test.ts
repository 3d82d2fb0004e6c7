import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { sampleOf } from '../fixtures/seed.js';
import { removeBoxes, SHELLS } from './agent-box.js';
import { ManagedAgent } from './managed-agent.js';

for (const shell of sampleOf(SHELLS, 0, 2)) {
  describe(`the agent under ${shell}`, () => {
    let agent: ManagedAgent;

    beforeEach(async () => {
      agent = await ManagedAgent.make({ shell });
    });
    afterEach(() => agent.close());
    after(removeBoxes);

    it('applies the document, has it confirmed and reports it', async () => {
      const id = await agent.addSsid();
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      const revision = await agent.current();
      expect(stderr).to.match(new RegExp(`info applied revision=${revision?.slice(0, 8) ?? ''} ms=\\d+`));
      expect(await agent.box.conf()).to.equal(
        `interface=wlan0\ndriver=nl80211\nhw_mode=g\nchannel=6\ncountry_code=DE\n# SSID ${id}\nssid2=4c6f626279\n` +
          'wpa=2\nwpa_key_mgmt=WPA-PSK\nrsn_pairwise=CCMP\nwpa_passphrase=room-service-only\n',
      );
      await agent.once();
      expect(agent.front.report()).to.include({ revision, state: 'applied', attempt: 1, drifted: false });
      expect(await agent.shown()).to.include({ state: 'in_sync', revision });
    });

    it('keeps the radio as it is when only the name of the device changes', async () => {
      await agent.addSsid();
      await agent.once();
      const first = await agent.current();
      await agent.box.configure({
        URL: agent.front.url,
        MAC: agent.device.macId,
        RELOAD: `echo restarted $1 >> ${agent.box.folder}/restarts`,
      });
      await agent.renew();
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      expect(await agent.current()).not.to.equal(first);
      expect(await agent.box.read('restarts')).to.equal(null);
    });

    it('reports drift, and what it cannot do', async () => {
      const id = await agent.addSsid({ uplink_priority: '1' });
      const portal = await agent.addSsid({ ssid_name: 'Portal', captive_portal: '1' });
      await agent.once();
      await writeFile(join(agent.box.radios, 'radio0.conf'), 'interface=wlan0\nssid=Other\n');
      await agent.once();
      expect(agent.front.report()).to.include({ drifted: true });
      expect(agent.leftOut()).to.deep.equal([
        { ssid_id: id, feature: 'uplink_priority' },
        { ssid_id: portal, feature: 'portal' },
      ]);
      expect(await agent.shown()).to.include({ state: 'drifted' });
    });

    it('keeps an SSID that hostapd refuses as it runs, leaves out a new one, and applies the others', async () => {
      const kept = await agent.addSsid({ max_association: 7 });
      const other = await agent.addSsid({ ssid_name: 'Bar' });
      await agent.once();
      await agent.storeSsid(kept, { max_association: 5000 });
      const added = await agent.addSsid({ ssid_name: 'Pool' });
      await agent.storeSsid(added, { max_association: 5001 });
      await agent.changeSsid(other, { is_hidden: true });
      await agent.renew();
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      const conf = await agent.box.conf();
      expect(conf).to.contain('ssid2=4c6f626279\nmax_num_sta=7\n');
      expect(conf).to.contain('ssid2=426172\nignore_broadcast_ssid=1\n');
      expect(conf?.match(/^ssid2=/gm)).to.have.length(2);
      await agent.once();
      const refused = (most: number) => {
        const message = `Invalid max_num_sta=${most}; allowed range 0..2007`;
        return { feature: 'invalid', field: 'max_clients', message };
      };
      expect(agent.leftOut()).to.deep.equal([
        { ssid_id: kept, ...refused(5000) },
        { ssid_id: added, ...refused(5001) },
      ]);
      expect(await agent.shown()).to.include({ state: 'in_sync' });
      await agent.changeSsid(kept, { max_association: 8 });
      await agent.renew();
      await agent.once();
      expect(await agent.box.conf()).to.contain('ssid2=4c6f626279\nmax_num_sta=8\n');
    });

    it('keeps only the lists of addresses that a file names', async () => {
      const filter = (address: string) => ({ mac_filter_policy: '1', acl_mac: '1', acl_mac_list: [address] });
      const id = await agent.addSsid(filter('02:00:5E:00:00:01'));
      await agent.once();
      for (const last of ['02', '03']) {
        await agent.changeSsid(id, filter(`02:00:5E:00:00:${last}`));
        await agent.renew();
        expect((await agent.once()).code).to.equal(0);
      }
      // Of what runs, and of what ran before.
      expect(await readdir(join(agent.box.state, 'macs'))).to.have.length(2);
    });

    it('restores the radios that do not come up', async () => {
      await agent.addSsid();
      await writeFile(join(agent.box.radios, 'radio0.conf'), 'interface=wlan0\nssid=Before\n');
      await agent.box.configure({ URL: agent.front.url, MAC: agent.device.macId, RELOAD: 'true' });
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(6);
      expect(await agent.box.conf()).to.equal('interface=wlan0\nssid=Before\n');
      await agent.once();
      expect(agent.front.report()).to.deep.include({
        revision: null,
        state: 'failed',
        error: { code: 'apply', message: 'the radios were not up in time' },
      });
      expect(await agent.shown()).to.include({ state: 'failed' });
    });
  });
}
