import { expect } from 'chai';
import { eventually } from '../fixtures/eventually.js';
import { AccessPoint } from './access-point.js';
import { Client, type Network } from './client.js';

const open = (ssid: string): Network => ({ ssid: `"${ssid}"`, key_mgmt: 'NONE' });

/** The fields of an SSID in router mode whose subnet is 10.9.NUMBER.0/24. */
const router = (number: number): Readonly<Record<string, unknown>> => ({
  ...{ ssid_name: `Router ${number}`, security_mode: '0', wpa_key: null, ssid_mode: '1', nat: '1' },
  ...{ ip_address: `10.9.${number}.1`, subnet_mask: '255.255.255.0', dhcp_relay_server: '2' },
  ...{ dhcp_range_start: `10.9.${number}.100`, dhcp_range_end: `10.9.${number}.110`, dhcp_lease_time: 600 },
});

/** An address behind the site's router, which has no route to the networks of the SSIDs. */
const OUTSIDE = '198.51.100.1';

describe('on the air, an SSID in router mode', () => {
  let point: AccessPoint;
  let client: Client;
  let other: Client;
  let ssid: number;
  let second: number;

  beforeEach(async () => {
    point = await AccessPoint.open();
    client = new Client(point.guest, 0);
    other = new Client(point.guest, 1);
    ssid = await point.addSsid({
      ...router(1),
      dhcp_mappings: [{ IPADDR: '10.9.1.50', MAC: other.mac.toUpperCase() }],
    });
    second = await point.addSsid({
      ...router(2),
      dns_mode: '1',
      dns_primary: '192.0.2.1',
      dns_secondary: '192.0.2.9',
    });
    await point.apply();
    await client.join(open('Router 1'));
  });
  afterEach(() => point.close());

  it("leases an address of its range, or the reserved one, and is the client's name server", async () => {
    const { address, router: gateway, dns } = await client.takeLease();
    expect(address).to.match(/^10\.9\.1\.1(0\d|10)$/);
    expect([gateway, dns]).to.deep.equal(['10.9.1.1', ['10.9.1.1']]);
    const { output } = await client.run('nslookup site.example 10.9.1.1');
    expect(output).to.contain('192.0.2.1');
    await other.join(open('Router 1'));
    expect((await other.takeLease()).address).to.equal('10.9.1.50');
    await client.reaches('10.9.1.50');
  });

  it('hands out the fixed name servers', async () => {
    await client.join(open('Router 2'));
    const { address, dns } = await client.takeLease();
    expect(address).to.match(/^10\.9\.2\./);
    expect(dns).to.deep.equal(['192.0.2.1', '192.0.2.9']);
  });

  it('leads to the uplink, but not to the network or the router of another SSID', async () => {
    await client.takeLease();
    await client.reaches(OUTSIDE);
    await other.join(open('Router 2'));
    const { address, router: gateway } = await other.takeLease();
    await other.reaches(OUTSIDE);
    expect(await client.pings(address, 3)).to.equal(1);
    expect(await client.pings(gateway, 3)).to.equal(1);
    await client.reaches('10.9.1.1');
  });

  it('relays to the DHCP server of the site', async () => {
    const relay = { ...router(9), dhcp_relay_server: '1', extras: { dhcp_relay_address: '192.0.2.1' } };
    await point.addSsid(relay);
    await point.apply();
    await client.join(open('Router 9'));
    const { address, router: gateway } = await client.takeLease();
    expect(address).to.match(/^10\.9\.9\.1\d\d$/);
    expect(gateway).to.equal('10.9.9.1');
    await client.reaches(OUTSIDE);
  });

  it('keeps its clients when only its DHCP changes, and serves them the new range', async () => {
    await client.takeLease();
    await point.changeSsid(ssid, { dhcp_range_start: '10.9.1.200', dhcp_range_end: '10.9.1.210' });
    await point.apply();
    expect(await client.absences()).to.deep.equal([]);
    expect((await client.takeLease()).address).to.match(/^10\.9\.1\.2(0\d|10)$/);
    await client.reaches(OUTSIDE);
  });

  it('has DHCP again after dnsmasq has ended, and its rules after another program has flushed them', async () => {
    await point.guest.sh('kill -9 $(cat /run/airfleet/dnsmasq.pid) && nft flush ruleset');
    const { code, output } = await point.once();
    expect(code, output).to.equal(0);
    await client.takeLease();
    await client.reaches(OUTSIDE);
    expect(await client.absences()).to.deep.equal([]);
    await point.once();
    expect(point.front.report()).to.include({ drifted: false, mended: true });
  });

  it('leaves nothing behind when it goes', async () => {
    for (const id of [ssid, second]) await point.changeSsid(id, { is_enabled: false });
    await point.apply();
    const left =
      'ls /sys/class/net | grep br-af; pidof dnsmasq | wc -w; nft list tables; cat /proc/sys/net/ipv4/ip_forward';
    expect((await point.guest.run(left)).output).to.equal('1\n0\n');
  });

  for (const [moment, condition] of [
    ['has noted that it tries it', 'test -s /var/lib/airfleet/trial'],
    ['has stopped dnsmasq', 'test ! -e /run/airfleet/dnsmasq.pid'],
    ['has written the rules', 'nft list ruleset | grep -q 10.9.7.0/24'],
    ['has changed the address', 'ip -4 -o addr show | grep -q 10.9.7.1/'],
    ['has saved the outcome', 'grep -q "^2 applied" /var/lib/airfleet/outcome'],
  ] as const) {
    it(`whose subnet changes, is whole again when the agent is killed after it ${moment}`, async () => {
      await point.changeSsid(ssid, { ...router(7), ssid_name: 'Router 1', dhcp_mappings: [] });
      await point.renew();
      await point.guest.sh(
        `airfleet-agent once & until ${condition} || ! kill -0 $!; do usleep 10000; done; kill -9 $!`,
      );
      const { code, output } = await point.once();
      expect(code, output).to.equal(0);
      await eventually('a lease of the new subnet', async () => {
        return (await client.takeLease()).address.startsWith('10.9.7.');
      });
      await client.reaches(OUTSIDE);
      await point.once();
      expect(await point.shown()).to.include({ state: 'in_sync' });
    });
  }
});
