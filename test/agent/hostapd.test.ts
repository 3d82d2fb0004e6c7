import { expect } from 'chai';
import { sampleOf } from '../fixtures/seed.js';
import { AgentBox, removeBoxes, SHELLS } from './agent-box.js';
import { check, documentOf, MAC, type Entry } from './document.js';
import { makeRadiusServer, RADIUS_SECRET } from '../fixtures/records/radius-server.js';
import { ManagedAgent } from './managed-agent.js';

const RADIOS = {
  radio0: 'interface=wlan0\nhw_mode=g\nchannel=6\n',
  radio1: 'interface=wlan1\nhw_mode=a\nchannel=36\nbridge=br0\n',
  radio2: 'interface=wlan2\nhw_mode=a\nop_class=131\nchannel=37\n',
};
const HEX_KEY = '0123456789abcdef'.repeat(4);

describe('the hostapd backend', () => {
  after(removeBoxes);

  for (const shell of sampleOf(SHELLS, 3, 2)) {
    it(`writes one SSID of each security mode for hostapd's parser, under ${shell}`, async () => {
      const agent = await ManagedAgent.make({ shell, radios: RADIOS });
      const { id: auth_radius_id } = await makeRadiusServer(agent.fixture);
      const modes = { Open: '0', 'WPA WPA2': '1', WPA2: '2', EAP: '3', SAE: '4', Mixed: '5', OWE: '7' };
      for (const [ssid_name, security_mode] of Object.entries(modes))
        await agent.addSsid({
          ssid_name,
          security_mode,
          auth_radius_id,
          wpa_key: 'a "b" $c `d` \\\\ #e',
        });
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      await agent.once();
      expect(agent.leftOut()).to.deep.equal([]);
      const [two, five, six] = await Promise.all(Object.keys(RADIOS).map((name) => agent.box.conf(name)));
      expect(two?.match(/^(ssid2|bss|wpa|wpa_key_mgmt)=.*$/gm)).to.deep.equal([
        'ssid2=4f70656e',
        'bss=wlan0_1',
        'ssid2=5750412057504132',
        'wpa=3',
        'wpa_key_mgmt=WPA-PSK',
        'bss=wlan0_2',
        'ssid2=57504132',
        'wpa=2',
        'wpa_key_mgmt=WPA-PSK',
        'bss=wlan0_3',
        'ssid2=454150',
        'wpa=2',
        'wpa_key_mgmt=WPA-EAP',
        'bss=wlan0_4',
        'ssid2=534145',
        'wpa=2',
        'wpa_key_mgmt=SAE',
        'bss=wlan0_5',
        'ssid2=4d69786564',
        'wpa=2',
        'wpa_key_mgmt=WPA-PSK SAE',
        'bss=wlan0_6',
        'ssid2=4f5745',
        'wpa=2',
        'wpa_key_mgmt=OWE',
      ]);
      expect(two).to.contain('wpa_passphrase=a "b" $c `d` \\\\ #e\n');
      const server = `auth_server_addr=192.0.2.1\nauth_server_port=1812\nauth_server_shared_secret=${RADIUS_SECRET}\n`;
      expect(two).to.contain(server);
      expect(five?.match(/^bridge=br0$/gm)).to.have.length(7);
      expect(six?.match(/^ssid2=.*$/gm)).to.deep.equal(['ssid2=534145', 'ssid2=4f5745']);
      await agent.close();
    });
  }

  it('gives each of eight BSSs on odd addresses an address and a name that the kernel takes', async () => {
    const agent = await ManagedAgent.make({
      radios: {
        radio0: 'interface=wlan0\nhw_mode=g\nchannel=6\n',
        radio1: 'interface=wlx0123456789ab\nhw_mode=a\nchannel=36\n',
      },
      interfaces: { wlan0: '04:00:5e:00:00:01', wlx0123456789ab: '06:00:5e:00:00:01' },
    });
    for (let number = 0; number < 8; number += 1) await agent.addSsid({ ssid_name: `SSID ${number}` });
    const { code, stderr } = await agent.once();
    expect(code, stderr).to.equal(0);
    const confs = await Promise.all(['radio0', 'radio1'].map((name) => agent.box.conf(name)));
    const namesOf = (conf: string) => [...conf.matchAll(/^bss=(.*)$/gm)].map(([, name]) => name);
    const counted = [1, 2, 3, 4, 5, 6, 7];
    expect(namesOf(confs[0] ?? '')).to.deep.equal(counted.map((number) => `wlan0_${number}`));
    expect(namesOf(confs[1] ?? '')).to.deep.equal(counted.map((number) => `af1_${number}`));
    const addresses = [...confs.join('').matchAll(/^bssid=(.*)$/gm)].map(([, address = '']) => address);
    expect(addresses).to.have.length(14);
    for (const address of addresses) expect(address).to.match(/^[0-9a-f][26ae]:00:5e:00:00:01$/);
    const own = ['04:00:5e:00:00:01', '06:00:5e:00:00:01'];
    expect(new Set([...addresses, ...own])).to.have.property('size', 16);
    await agent.close();
  });

  it('says that an SSID is without rates where the programs for them are not there', async () => {
    const settings = { URL: 'http://127.0.0.1:9', MAC };
    const box = await AgentBox.make({ radios: RADIOS, settings, without: ['nft', 'tc'] });
    await box.writeKey('unused-key');
    const { stdout } = await check(box, documentOf([{ client_kbps: 512, ssid_kbps: 1024 }]));
    expect(stdout).to.contain('1 client_kbps client_kbps nft is not there\n');
    expect(stdout).to.contain('1 ssid_kbps ssid_kbps tc is not there\n');
  });

  it('accepts VLANs of clients with an uplink only, and says that the SSID is without its rate', async () => {
    const server = { host: '192.0.2.1', port: 1812, secret: 'a shared secret', nas_identifier: null };
    const security = { key: null, mode: 'wpa2-eap', servers: [server] };
    const document = documentOf([{ security, extras: { dynamic_vlan: true }, ssid_kbps: 1024 }]);
    for (const [uplink, leftOut] of [
      ['', '1 dynamic_vlan\n'],
      ['eth0', '1 ssid_kbps ssid_kbps clients are in VLANs of their own\n'],
    ] as const) {
      const settings = { URL: 'http://127.0.0.1:9', MAC, UPLINK: uplink };
      const box = await AgentBox.make({ radios: RADIOS, settings });
      await box.writeKey('unused-key');
      await box.addInterface('eth0', { address: '02:00:5e:00:00:01' });
      await box.program('tc', 'exit 0\n');
      const { code, stdout, stderr } = await check(box, document);
      expect(code, stderr).to.equal(0);
      expect(stdout).to.contain(leftOut);
    }
  });

  describe('checks a document and', () => {
    let box: AgentBox;

    before(async () => {
      box = await AgentBox.make({ radios: RADIOS, settings: { URL: 'http://127.0.0.1:9', MAC } });
      await box.writeKey('unused-key');
      for (const name of ['nft', 'tc']) await box.program(name, 'exit 0\n');
    });

    const accepts = (title: string, entries: readonly Entry[], leftOut: string): void => {
      it(`accepts ${title}`, async () => {
        const { code, stdout, stderr } = await check(box, documentOf(entries));
        expect(code, stderr).to.equal(0);
        expect(stdout.replace(/^0 (device_name|time_zone)\n/gm, '')).to.equal(leftOut);
      });
    };
    const refuses = (title: string, document: string, reason: string): void => {
      it(`refuses ${title}`, async () => {
        const { code, stderr } = await check(box, document);
        expect(stderr).to.equal(`airfleet-agent: error invalid reason=${reason}\n`);
        expect(code).to.equal(5);
      });
    };

    accepts('a key of 64 hex digits', [{ security: { key: HEX_KEY } }], '');
    accepts('a document without SSIDs', [], '');
    accepts(
      'a list of addresses',
      [{ mac_filter: { policy: 'allow', macs: ['02:00:5E:00:00:01', '02:00:5E:00:00:02'] } }],
      '',
    );
    const server = {
      host: '2001:db8::1',
      port: 1812,
      secret: 'a # shared "secret"',
      nas_identifier: 'lobby',
    };
    accepts(
      'an SSID with EAP and accounting',
      [
        {
          security: { key: null, mode: 'wpa3-eap', servers: [server] },
          accounting: { servers: [{ ...server, port: 1813 }], interim_s: 300 },
        },
      ],
      '',
    );
    accepts(
      'an SSID with EAP without a server, and leaves it out',
      [{ security: { key: null, mode: 'wpa2-eap' } }],
      '1 invalid security.servers the SSID has no RADIUS server\n',
    );
    accepts(
      'an SSID for a VLAN without a bridge, and leaves it out',
      [{ vlan: { dhcp: false, id: 20 } }],
      '1 vlan\n',
    );
    accepts('a WPA2 SSID for 6 GHz, and leaves it out', [{ bands: ['6g'] }], '1 band\n');

    accepts(
      'an SSID with a short passphrase, which it leaves out beside a good one',
      [{}, { security: { key: "x'short" } }],
      '2 invalid security.key invalid WPA passphrase length 7 (expected 8..63)\n',
    );
    accepts(
      'an SSID that would have no client, and leaves it out',
      [{ max_clients: 0 }],
      '1 invalid max_clients 1 to 2007 clients are possible\n',
    );
    accepts(
      'an SSID with a key that hostapd quotes, and says nothing of it',
      [{ security: { key: "it's no hexadecimal 'key' of sixty-four characters, thus no hash" } }],
      '1 invalid security.key Invalid PSK (a value).\n',
    );
    accepts(
      'an SSID for which hostapd names no line',
      [{}, { bands: ['6g'], security: { mode: 'wpa3-sae', ciphers: ['tkip'] } }],
      '2 invalid - Invalid pairwise cipher suite for 6 GHz\n',
    );
    accepts(
      'an SSID with key mode without a key, and leaves it out',
      [{ security: { key: null, mode: 'wpa3-sae' } }],
      '1 invalid security.key the SSID has no key\n',
    );
    accepts(
      'an SSID without name, and leaves it out',
      [{ ssid: '' }],
      '1 invalid ssid the SSID has no name\n',
    );
    accepts(
      'two SSIDs of one name, and leaves out the second',
      [{ ssid: 'A' }, { ssid: 'A' }],
      '2 invalid ssid another SSID has the name\n',
    );
    accepts(
      'rates and an uplink priority, and says that the SSID is without the priority',
      [{ client_kbps: 512, ssid_kbps: 1024, uplink_priority: 1 }],
      '1 uplink_priority\n',
    );
    refuses(
      'the document of another device',
      documentOf([], { device: { id: 7, mac_id: '02:00:5E:10:00:07', name: '', part_number: '' } }),
      'the document is of another schema or for another device',
    );
    refuses(
      'a document of schema 1',
      documentOf([], { schema: 1 }),
      'the document is of another schema or for another device',
    );
    refuses(
      'a damaged document',
      documentOf([]).replace('Berlin', 'London'),
      'the hash of the document differs',
    );
  });
});
