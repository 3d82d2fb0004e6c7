import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { AgentBox, removeBoxes } from './agent-box.js';
import { check, documentOf, MAC, type Entry } from './document.js';
import { ManagedAgent } from './managed-agent.js';

/** Does what a batch of commands says to the interfaces of the box. */
const IP = (folder: string): string => `cd '${folder}/interfaces' && cat "$2" >> ../batches
while read -r object verb a b c d e f; do
  case $object:$verb:$a:$e in
  link:add:link:type) mkdir -p "$d" && : > "$d/lower_$b" ;;
  link:add:*) mkdir -p "$a/bridge" "$a/brif" && echo 0x1 > "$a/flags" && echo 7 > "$a/ifindex" ;;
  link:set:*) [ "$b" != master ] || : > "$c/brif/$a" ;;
  link:del:*) rm -r "$a" ;;
  esac
done < "$2"
`;

type Router = Readonly<Record<string, unknown>>;
const SUBNET = {
  ...{ address: '10.0.0.1', netmask: '255.255.255.0', nat: true, dhcp: 'server', lease_s: 600, dns: [] },
  ...{ ranges: [{ start: '10.0.0.100', end: '10.0.0.200' }], hosts: [] },
};
const router = (more: Router = {}): Entry => ({ mode: 'router', router: { ...SUBNET, ...more } });

describe('the networks of the hostapd backend', () => {
  after(removeBoxes);

  it('makes the bridge of a VLAN with its SSID, keeps it, and removes it with the last one', async () => {
    const agent = await ManagedAgent.make({ settings: { UPLINK: 'eth0' } });
    const { box } = agent;
    await box.addInterface('eth0', { address: '02:00:5e:00:00:01' });
    await box.program('ip', IP(box.folder));
    const mac = agent.device.macId.toLowerCase();
    const vlan = { v_lan_attributes: { v_lan_id: 20 } };
    const ssid = await agent.addSsid(vlan);
    const { code, stderr } = await agent.once();
    expect(code, stderr).to.equal(0);
    expect(await box.conf()).to.contain('bridge=br-af20\n');
    const made = `link add br-af20 address ${mac} type bridge
link add link eth0 name af20 type vlan id 20 loose_binding on
link set af20 master br-af20 up
link set br-af20 up
`;
    expect(await box.read('batches')).to.equal(made);
    const other = await agent.addSsid({ ...vlan, ssid_name: 'Bar' });
    await agent.changeSsid(ssid, { v_lan_attributes: null });
    await agent.renew();
    expect((await agent.once()).code).to.equal(0);
    expect(await box.read('batches')).to.equal(made);
    expect((await box.run(['rollback'])).code).to.equal(0);
    expect(await box.read('batches')).to.equal(made);
    await agent.changeSsid(other, { v_lan_attributes: null });
    await agent.renew();
    expect((await agent.once()).code).to.equal(0);
    expect(await box.read('batches')).to.equal(`${made}link del af20\nlink del br-af20\n`);
    await agent.close();
  });

  describe('of a document', () => {
    let box: AgentBox;

    before(async () => {
      const settings = { URL: 'http://127.0.0.1:9', MAC, UPLINK: 'eth0' };
      box = await AgentBox.make({ settings });
      await box.writeKey('unused-key');
      await box.addInterface('eth0', { address: '02:00:5e:00:00:01' });
      for (const name of ['ip', 'nft', 'dnsmasq', 'udhcpc']) await box.program(name, 'exit 0\n');
    });

    const leavesOut = (title: string, entries: readonly Entry[], leftOut: string): void => {
      it(title, async () => {
        const { code, stdout, stderr } = await check(box, documentOf(entries));
        expect(code, stderr).to.equal(0);
        expect(stdout.replace(/^0 (device_name|time_zone)\n/gm, '')).to.equal(leftOut);
      });
    };

    leavesOut(
      'are made for SSIDs with a VLAN and in router mode',
      [{ vlan: { id: 20, dhcp: true } }, router()],
      '',
    );
    leavesOut(
      'need an address for a relay',
      [
        router({ dhcp: 'relay' }),
        {
          ...router({ address: '10.0.1.1', dhcp: 'relay', ranges: [] }),
          extras: { dhcp_relay_address: '192.0.2.1' },
        },
      ],
      '1 relay\n',
    );
    leavesOut(
      'are not made for a router in a VLAN',
      [{ ...router(), vlan: { id: 20, dhcp: false } }],
      '1 vlan\n',
    );
    leavesOut(
      'of which two share a subnet are those of the first',
      [
        router(),
        router({ address: '10.0.77.1', netmask: '255.255.0.0' }),
        router({ address: '10.1.0.1', ranges: [] }),
      ],
      '2 invalid router.address another SSID has the subnet\n',
    );
    leavesOut(
      'lease and reserve only addresses of the subnet',
      [
        router({ ranges: [{ start: '10.0.0.100', end: '10.0.1.7' }] }),
        router({ hosts: [{ address: '10.0.1.7', mac: '02:00:5E:00:00:01' }] }),
      ],
      '1 invalid router.ranges not an address of the subnet\n2 invalid router.hosts not an address of the subnet\n',
    );
    leavesOut(
      'lease no name servers with IPv6',
      [router({ dns: ['9.9.9.9', '2001:db8::1'] })],
      '1 dns router.dns DHCP gives clients servers with IPv4 only\n',
    );

    it('are not made for a VLAN that another link of the uplink has', async () => {
      await writeFile(join(box.folder, 'vlans'), 'VLAN Dev name\t | VLAN ID\neth0.20        | 20  | eth0\n');
      const { stdout } = await check(box, documentOf([{ vlan: { id: 20, dhcp: false } }]));
      expect(stdout).to.match(/^1 vlan$/m);
    });

    it('of a router that dnsmasq refuses are not made', async () => {
      const script = 'echo "dnsmasq: bad dhcp-host at line 3 of /tmp/names" >&2\nexit 1\n';
      await box.program('dnsmasq', script);
      const { stdout } = await check(box, documentOf([router()]));
      expect(stdout).to.match(/^1 invalid router bad dhcp-host$/m);
    });
  });

  it('name the program that is missing', async () => {
    const box = await AgentBox.make({ settings: { URL: 'http://127.0.0.1:9', MAC }, without: [] });
    await box.writeKey('unused-key');
    const missing = async (): Promise<string> => (await check(box, documentOf([router()]))).stdout;
    for (const name of ['dnsmasq', 'nft', 'ip']) {
      expect(await missing()).to.match(new RegExp(`^1 ${name}$`, 'm'));
      await box.program(name, 'exit 0\n');
    }
    expect(await missing()).not.to.match(/^1 /m);
  });
});
