import { expect } from 'chai';
import { sampleOf } from '../fixtures/seed.js';
import { makeRadiusServer } from '../fixtures/records/radius-server.js';
import { AgentBox, removeBoxes, SHELLS } from './agent-box.js';
import { check, documentOf, MAC } from './document.js';
import { ManagedAgent } from './managed-agent.js';

const RADIOS = {
  radio0: 'interface=wlan0\nhw_mode=g\nchannel=6\n',
  radio1: 'interface=wlan1\nhw_mode=a\nchannel=36\n',
};

describe('the hostapd backend, of the extras of an SSID', () => {
  after(removeBoxes);

  for (const shell of sampleOf(SHELLS, 3, 1)) {
    it(`writes lines that hostapd takes, under ${shell}`, async () => {
      const agent = await ManagedAgent.make({ shell, radios: RADIOS });
      const { id: auth_radius_id } = await makeRadiusServer(agent.fixture, { nas_identifier: 'lobby' });
      const options = { hostapd: { venue_name: 'eng:Café "1"', vendor_elements: 'dd05aabbcc0142' } };
      const more = { neighbor_reports: true, bss_transition: true, dtim_period: 3, options };
      await agent.addSsid({ ssid_name: 'Plain' });
      await agent.addSsid({ ssid_name: 'PSK', extras: { fast_roaming: true, ...more } });
      await agent.addSsid({ ssid_name: 'Mixed', security_mode: '5', extras: { fast_roaming: true } });
      await agent.addSsid({
        ssid_name: 'EAP',
        security_mode: '3',
        auth_radius_id,
        extras: { fast_roaming: true },
      });
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      await agent.once();
      expect(agent.leftOut()).to.deep.equal([]);
      const [two = '', five = ''] = await Promise.all(
        ['radio0', 'radio1'].map(async (radio) => (await agent.box.conf(radio)) ?? ''),
      );
      const [plain = '', psk = '', mixed = '', eap = ''] = two.split(/^# SSID \d+\n/m).slice(1);
      expect(plain).not.to.match(/mobility_domain|FT-|dtim|rrm|options/);
      expect(psk).to.match(/\nrrm_neighbor_report=1\nbss_transition=1\ndtim_period=3\n/);
      expect(psk).to.match(/\nvendor_elements=dd05aabbcc0142\nvenue_name=eng:Café "1"\n$/);
      expect(psk).to.contain('wpa_key_mgmt=WPA-PSK FT-PSK\n').and.contain('ft_psk_generate_local=1\n');
      expect(psk).not.to.contain('r0kh');
      expect(mixed).to.contain('wpa_key_mgmt=WPA-PSK SAE FT-PSK FT-SAE\n');
      expect(mixed).to.match(/^r0kh=ff:ff:ff:ff:ff:ff \* [0-9a-f]{64}$/m);
      expect(eap).to.contain('wpa_key_mgmt=WPA-EAP FT-EAP\n');
      expect(eap).to.contain('radius_auth_req_attr=32:s:lobby\n').and.not.contain('ft_psk');
      const valuesOf = (name: string, conf: string) =>
        [...conf.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value);
      expect(valuesOf('mobility_domain', two)).to.deep.equal(valuesOf('mobility_domain', five));
      expect(valuesOf('r1kh', two)).to.deep.equal(valuesOf('r1kh', five));
      const names = valuesOf('nas_identifier', two + five);
      expect(new Set(names)).to.have.property('size', 6);
      await agent.close();
    });
  }

  it('leaves out an SSID with an option that hostapd refuses, with the name of the option', async () => {
    const box = await AgentBox.make({ settings: { URL: 'http://127.0.0.1:9', MAC } });
    await box.writeKey('unused-key');
    const withOptions = (...hostapd: string[]) => ({ extras: { options: { hostapd, uci: [] } } });
    const entries = [
      withOptions('okc=1', 'no_such_option=1'),
      withOptions('okc=1'),
      withOptions('qos_map_set=x'),
    ];
    const { code, stdout, stderr } = await check(box, documentOf(entries));
    expect(code, stderr).to.equal(0);
    expect(stdout.replace(/^0 (device_name|time_zone)\n/gm, '')).to.match(
      /^1 invalid extras\.options\.hostapd\.no_such_option unknown configuration item.*\n3 invalid extras\.options\.hostapd\.qos_map_set .*\n$/,
    );
  });
});
