import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { sampleOf } from '../fixtures/seed.js';
import { makeRadiusServer } from '../fixtures/records/radius-server.js';
import { removeBoxes, SHELLS } from './agent-box.js';
import { ManagedAgent } from './managed-agent.js';
import { OpenWrtMachine } from './openwrt/machine.js';

const OPEN = { security_mode: '0' };
const SAE = { security_mode: '4' };

for (const shell of sampleOf(SHELLS, 6, 2)) {
  describe(`the openwrt backend under ${shell}`, () => {
    let agent: ManagedAgent;
    let machine: OpenWrtMachine;

    beforeEach(async () => {
      agent = await ManagedAgent.make({ shell, settings: { BACKEND: 'openwrt' } });
      machine = await OpenWrtMachine.make(agent.box);
    });
    afterEach(() => agent.close());
    after(removeBoxes);

    it('writes its own sections, with what each band permits, and leaves the others as they are', async () => {
      const quoted = await agent.addSsid({ ssid_name: "Café 'Lobby'", is_hidden: true });
      const sae = await agent.addSsid({ ssid_name: 'SAE', ...SAE, wpa_algorithm: '4' });
      const vlan = await agent.addSsid({ ssid_name: 'VLAN', ...OPEN, v_lan_attributes: { v_lan_id: 20 } });
      const six = await agent.addSsid({ ssid_name: 'Six', radio_band: '4' });
      const { code, stderr } = await machine.once();
      expect(code, stderr).to.equal(0);
      expect(await machine.section(`${quoted}_radio0`)).to.deep.equal({
        type: 'wifi-iface',
        device: 'radio0',
        mode: 'ap',
        network: 'lan',
        ssid: "Café 'Lobby'",
        encryption: 'psk2',
        key: 'room-service-only',
        hidden: '1',
      });
      expect(await machine.section(`${quoted}_radio1`)).to.include({ device: 'radio1' });
      expect(await machine.section(`${quoted}_radio2`), 'WPA2 on 6 GHz').to.equal(undefined);
      expect(await machine.section(`${sae}_radio2`)).to.include({ encryption: 'sae+gcmp256' });
      expect(await machine.section(`${vlan}_radio0`)).to.include({
        network: `airfleet_v20`,
        encryption: 'none',
      });
      expect(await machine.read('etc/wireless')).to.contain("option ssid 'Own'");
      await machine.once();
      expect(agent.leftOut()).to.deep.equal([{ ssid_id: six, feature: 'band' }]);
      expect(agent.front.report()).to.include({ state: 'applied', drifted: false });
    });

    it('names the RADIUS servers of an SSID with EAP, which only WPA3 takes to 6 GHz', async () => {
      const server = await makeRadiusServer(agent.fixture, {
        secret: "it's shared",
        nas_identifier: 'lobby',
      });
      const named = { auth_radius_id: server.id, acc_radius_id: server.id, default_interim_time: 300 };
      const wpa3 = await agent.addSsid({ security_mode: '6', acc_radius_enabled: true, ...named });
      const wpa2 = await agent.addSsid({ ssid_name: 'WPA2', security_mode: '3', ...named });
      const { code, stderr } = await machine.once();
      expect(code, stderr).to.equal(0);
      const authentication = {
        nasid: 'lobby',
        auth_server: '192.0.2.1',
        auth_port: '1812',
        auth_secret: "it's shared",
      };
      expect(await machine.section(`${wpa3}_radio2`)).to.deep.include({
        encryption: 'wpa3',
        ...authentication,
        acct_server: '192.0.2.1',
        acct_port: '1813',
        acct_secret: "it's shared",
        acct_interval: '300',
      });
      const section = await machine.section(`${wpa2}_radio0`);
      expect(section).to.deep.include({ encryption: 'wpa2', ...authentication });
      expect(section).to.not.have.any.keys('acct_server', 'key');
      expect(await machine.section(`${wpa2}_radio2`), 'WPA2 on 6 GHz').to.equal(undefined);
    });

    it('waits for the radios to run what was written, and restores them when netifd gives one up', async () => {
      const id = await agent.addSsid();
      const start = agent.box.now();
      expect((await machine.once()).code).to.equal(0);
      expect(agent.box.now() - start, 'the setup of the radios').to.be.above(5000);
      const before = await machine.read('etc/wireless');
      await agent.changeSsid(id, { ssid_name: 'Refused' });
      await agent.renew();
      const { code, stderr } = await machine.once();
      expect(code, stderr).to.equal(6);
      expect(await machine.read('etc/wireless')).to.equal(before);
      await machine.once();
      expect(agent.front.report()).to.deep.include({
        state: 'failed',
        error: { code: 'apply', message: 'the radios were not up in time' },
      });
    });

    it('does not blame the document for a radio that failed before, and reports it', async () => {
      await machine.write('failing', 'radio1');
      await agent.addSsid();
      const { code, stderr } = await machine.once();
      expect(code, stderr).to.equal(0);
      await machine.once();
      expect(agent.front.report()?.['left_out']).to.deep.include({
        ssid_id: 0,
        feature: 'radio',
        field: 'radio1',
        message: 'its setup failed before',
      });
    });

    it('waits for an interface that listens for radar', async () => {
      await machine.write('radar', '65');
      await agent.addSsid();
      const { code, stderr } = await machine.once();
      expect(code, stderr).to.equal(0);
      const waiting = agent.front
        .heartbeats()
        .map((beat) => beat['configuration'] as Record<string, unknown>)
        .filter((report) => 'waiting_s' in report);
      expect(waiting).to.have.length.above(1);
    });

    it('leaves what a person has not committed where it is, also when it looks for drift', async () => {
      const changes = "set wireless.radio0.channel='11'\n";
      await agent.addSsid();
      await machine.once();
      await mkdir(join(machine.folder, 'save'));
      await machine.write('save/wireless', changes);
      await machine.once();
      await agent.renew();
      expect((await machine.once()).code).to.equal(0);
      expect(await machine.read('save/wireless')).to.equal(changes);
      expect(await machine.read('etc/wireless')).not.to.contain('channel');
      const edited = (await machine.read('etc/wireless')).replace('Lobby', 'Other');
      await machine.write('etc/wireless', edited);
      await machine.once();
      expect(agent.front.report()).to.include({ drifted: true });
    });

    it('notices that uci has written nothing, and reports no_space', async () => {
      await agent.addSsid();
      const before = await machine.read('etc/wireless');
      await machine.write('full', '');
      const { code, stderr } = await machine.once();
      expect(code, stderr).to.equal(7);
      expect(stderr).to.contain('error failed code=no_space');
      expect(await machine.read('etc/wireless')).to.equal(before);
      await rm(join(machine.folder, 'full'));
    });

    it('keeps an SSID that no radio would take as it runs, and applies the others', async () => {
      const kept = await agent.addSsid({ max_association: 7 });
      const other = await agent.addSsid({ ssid_name: 'Bar', radio_band: '1' });
      await machine.once();
      await agent.storeSsid(kept, { max_association: 5000 });
      await agent.changeSsid(other, { is_hidden: true });
      await agent.renew();
      const { code, stderr } = await machine.once();
      expect(code, stderr).to.equal(0);
      expect(await machine.section(`${kept}_radio0`)).to.include({ maxassoc: '7' });
      expect(await machine.section(`${other}_radio0`)).to.include({ hidden: '1' });
      await machine.once();
      expect(agent.leftOut()).to.deep.equal([
        {
          ssid_id: kept,
          feature: 'invalid',
          field: 'max_clients',
          message: '1 to 2007 clients are possible',
        },
      ]);
    });
  });
}

describe('the package for OpenWrt', () => {
  it('keeps the settings and the key through sysupgrade, not the state and no image', async () => {
    const makefile = await readFile('agent/openwrt/Makefile', 'utf8');
    const kept = /printf '%s\\n' (.*) > \$\(1\)\/lib\/upgrade\/keep\.d\/airfleet-agent/.exec(makefile)?.[1];
    expect(kept).to.equal('/etc/airfleet/agent.conf /etc/airfleet/key');
  });
});
