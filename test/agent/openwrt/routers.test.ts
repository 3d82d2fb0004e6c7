import { expect } from 'chai';
import { sampleOf } from '../../fixtures/seed.js';
import { removeBoxes, SHELLS } from '../agent-box.js';
import { OfferedDocuments } from './offered-documents.js';

const ROUTER = {
  address: '10.5.0.1',
  netmask: '255.255.255.0',
  nat: true,
  dhcp: 'server',
  lease_s: 3600 as number | null,
  ranges: [
    { start: '10.5.0.10', end: '10.5.0.19' },
    { start: '10.5.0.30', end: '10.5.0.30' },
  ],
  hosts: [{ address: '10.5.0.77', mac: '02:00:5E:10:00:77' }],
  dns: ['192.0.2.53', '2001:db8::53'],
};
for (const shell of sampleOf(SHELLS, 13, 2)) {
  describe(`the routers of SSIDs on OpenWrt under ${shell}`, () => {
    let agent: OfferedDocuments;

    beforeEach(async () => {
      agent = await OfferedDocuments.make(shell);
    });
    afterEach(() => agent.close());
    after(removeBoxes);

    const of = (file: string, name: string) => agent.machine.sectionOf(file, `airfleet_${name}`);

    it('have an address, pools, reservations, name servers, and a zone that leads to the uplink with NAT', async () => {
      await agent.machine.addRouter();
      const plain = {
        ...ROUTER,
        address: '10.6.0.1',
        nat: false,
        dhcp: 'off',
        ranges: [],
        hosts: [],
        dns: [],
      };
      const routers = [
        { mode: 'router', router: ROUTER },
        { mode: 'router', router: plain },
      ];
      expect(await agent.apply({ wireless: routers })).to.deep.equal([
        {
          ssid_id: 1,
          feature: 'dns',
          field: 'router.dns',
          message: 'DHCP gives clients servers with IPv4 only',
        },
      ]);
      expect(await of('network', '1')).to.include({ device: 'br-afr1', proto: 'static', ipaddr: '10.5.0.1' });
      expect(await of('wireless', '1_radio0')).to.include({ network: 'airfleet_1' });
      expect(await of('dhcp', '1_1')).to.deep.equal({
        type: 'dhcp',
        interface: 'airfleet_1',
        start: '10',
        limit: '10',
        leasetime: '3600',
        force: '1',
        dhcp_option: '6,192.0.2.53',
      });
      expect(await of('dhcp', '1_2')).to.include({ start: '30', limit: '1' });
      expect(await of('dhcp', '1_host1')).to.include({ ip: '10.5.0.77', mac: '02:00:5E:10:00:77' });
      expect(await of('firewall', '1')).to.include({ name: 'af1', network: 'airfleet_1', forward: 'REJECT' });
      expect(await of('firewall', '1_to_wan')).to.deep.equal({ type: 'forwarding', src: 'af1', dest: 'wan' });
      expect(await of('firewall', '1_from_wan')).to.equal(undefined);
      expect(await of('firewall', '1_nat_wan')).to.include({ src_ip: '10.5.0.0/24', target: 'MASQUERADE' });
      expect(await of('firewall', '2_from_wan')).to.include({ src: 'wan', dest: 'af2' });
      expect(await of('firewall', '2_nat_wan')).to.include({ target: 'ACCEPT' });
      expect(await of('dhcp', '2_1')).to.equal(undefined);
      expect(await agent.machine.read('reloads')).to.equal('firewall\ndnsmasq\n');
      expect(
        await agent.machine.read('dnsmasq/dnsmasq.conf'),
        'once the interface has its address',
      ).to.contain('dhcp-range=set:airfleet_1,');
    });

    it('relay DHCP, and leave an SSID out without an address to relay to or a program', async () => {
      const relay = { mode: 'router', router: { ...ROUTER, dhcp: 'relay' } };
      const other = { ...relay, router: { ...relay.router, address: '10.6.0.1', ranges: [], hosts: [] } };
      const to = { extras: { dhcp_relay_address: '192.0.2.9' } };
      expect(await agent.apply({ wireless: [{ ...relay, ...to }] })).to.deep.equal([
        { ssid_id: 1, feature: 'dnsmasq' },
      ]);
      await agent.machine.addRouter();
      await agent.once();
      expect(await agent.apply({ wireless: [{ ...relay, ...to }, other] })).to.deep.include({
        ssid_id: 2,
        feature: 'relay',
      });
      expect(await of('dhcp', '1_relay')).to.deep.equal({
        type: 'relay',
        local_addr: '10.5.0.1',
        server_addr: '192.0.2.9',
      });
      expect(await of('firewall', '1_relay_wan')).to.include({ src_ip: '192.0.2.9', dest_port: '67' });
    });

    it('are restored with all files when the firewall does not take its part', async () => {
      await agent.machine.addRouter();
      await agent.apply({});
      const files = ['network', 'firewall', 'dhcp', 'wireless'];
      const before = await Promise.all(files.map((file) => agent.machine.sections(file)));
      await agent.machine.write('broken', 'firewall');
      const { code, stderr } = await agent.offer({ wireless: [{ mode: 'router', router: ROUTER }] });
      expect(code, stderr).to.equal(6);
      expect(await Promise.all(files.map((file) => agent.machine.sections(file)))).to.deep.equal(before);
    });

    it('are whole again after a power cut between two files', async () => {
      await agent.machine.addRouter();
      const original = await agent.box.original('mv');
      const kill = 'owner=$(readlink "$AIRFLEET_STATE/lock/owner"); kill -9 "${owner%%:*}" "$PPID"';
      await agent.box.program('mv', `${original} "$@"\ncase "$*" in */etc/firewall) ${kill} ;; esac\n`);
      expect((await agent.offer({ wireless: [{ mode: 'router', router: ROUTER }] })).code).to.equal(null);
      expect(await of('firewall', '1')).to.not.equal(undefined);
      expect(await of('dhcp', '1_1'), 'the power was lost').to.equal(undefined);
      await agent.box.program('mv', `exec ${original} "$@"\n`);
      const { code, stderr } = await agent.once();
      expect(code, stderr).to.equal(0);
      expect(await of('dhcp', '1_1')).to.not.equal(undefined);
      expect(await of('wireless', '1_radio0')).to.include({ network: 'airfleet_1' });
      expect(await agent.machine.read('reloads')).to.contain('dnsmasq');
    });
  });
}
