import { expect } from 'chai';
import { setConfiguration } from '../agent/managed-device.js';
import { makeTemplate } from '../fixtures/records/uplink.js';
import { AccessPoint } from './access-point.js';
import { pskOf } from '../../dev/air/access-point-files.js';
import { eventually } from '../fixtures/eventually.js';
import { Client, type Network } from './client.js';

const OPEN: Network = { ssid: '"Lobby"', key_mgmt: 'NONE' };
const STATIC = { protocol: 'static', address: '192.0.2.7', netmask: '255.255.255.0', gateway: '192.0.2.1' };

describe('on the air, an uplink by ethernet', () => {
  let point: AccessPoint;
  let client: Client;

  beforeEach(async () => {
    point = await AccessPoint.open({ settings: { UPLINK_INTERFACE: 'br0' } });
    await setConfiguration(point.fixture, { confirm_within_s: 30 });
    await point.addSsid({ ssid_name: 'Lobby', security_mode: '0', wpa_key: null });
    await point.apply();
    client = new Client(point.guest);
    await client.join(OPEN);
  });
  afterEach(() => point.close());

  /** Gives the device a template with this entry, and waits until a document with it is offered. */
  async function applyTemplate(entry: Readonly<Record<string, unknown>>): Promise<void> {
    const details = [{ uplink_type: '1', ...entry }];
    const { _id } = await makeTemplate(point.api.deps, point.fixture.org, [], { details });
    const body = { mac_ids: point.device.macId, init_template_id: _id };
    const reply = await point.fixture.call('PUT', '/v1/access_points/apply_configuration', { body });
    expect(reply.status, reply.text).to.equal(200);
    await point.offered();
  }

  /** The agent applies what is offered, and the client reaches the site. */
  async function apply(): Promise<void> {
    const { code, output } = await point.once();
    expect(code, output).to.equal(0);
    await point.once();
    expect(point.leftOut()).to.deep.equal([]);
    expect(await point.shown()).to.include({ state: 'in_sync' });
    await client.reaches();
  }

  const addresses = (): Promise<string> => point.guest.sh('ip -o -4 addr show dev br0');
  const routes = (): Promise<string> => point.guest.sh('ip route show default');

  it('with a fixed address is that of apply_configuration, and as before when its entry goes', async () => {
    await applyTemplate({ ...STATIC, mtu: 1400, priority: 5 });
    await apply();
    expect(await addresses()).to.match(/ inet 192\.0\.2\.7\/24 [^\n]*\n$/);
    expect(await routes()).to.match(/^default via 192\.0\.2\.1 dev br0 metric 5 *\n$/);
    expect(await point.guest.sh('cat /sys/class/net/br0/mtu')).to.equal('1400\n');
    await applyTemplate({});
    await apply();
    expect(await addresses()).to.match(/ inet 192\.0\.2\.2\/24 [^\n]*\n$/);
    expect(await routes()).to.match(/^default via 192\.0\.2\.1 dev br0 *\n$/);
    expect(await point.guest.sh('cat /sys/class/net/br0/mtu')).to.equal('1500\n');
    expect(await client.absences()).to.deep.equal([]);
  });

  it('with DHCP has a leased address and the route of its lease', async () => {
    await applyTemplate({ protocol: 'dhcp', priority: 7 });
    await apply();
    expect(await addresses()).to.match(/ inet 192\.0\.2\.1\d\d\/24 [^\n]*\n$/);
    expect(await routes()).to.match(/^default via 192\.0\.2\.1 dev br0 metric 7 *\n$/);
  });

  it('in a VLAN has its address there, and as before when its entry goes', async () => {
    await applyTemplate({ protocol: 'dhcp', vlan_id: 30, priority: 8 });
    const { code, output } = await point.once();
    expect(code, output).to.equal(0);
    expect(point.leftOut()).to.deep.equal([]);
    const leased = await point.guest.sh('ip -o -4 addr show dev afup');
    expect(leased).to.match(/ inet 203\.0\.113\.1\d\d\/24 /);
    expect(await routes()).to.match(/^default via 203\.0\.113\.1 dev afup metric 8 *\n$/);
    expect(await addresses()).to.equal('');
    await applyTemplate({});
    await apply();
    expect(await addresses()).to.match(/ inet 192\.0\.2\.2\/24 [^\n]*\n$/);
    expect((await point.guest.run('ip link show dev afup')).code).not.to.equal(0);
  });

  it('beside one by wifi, over which the service is reached without the other', async () => {
    const psk = pskOf('Upstream', 'another network');
    await point.guest.sh(`/usr/lib/airfleet-air/upstream.sh ${psk}`);
    const wifi = { uplink_type: '2', ssid: 'Upstream', key: 'another network', protocol: 'dhcp' };
    await applyTemplate(wifi);
    await apply();
    await eventually('the station has a lease', async () =>
      / inet 10\.50\.0\.1\d\d\/24 /.test((await point.guest.run('ip -o -4 addr show dev afsta')).output),
    );
    expect(await routes())
      .to.contain('default via 10.50.0.1 dev afsta metric 600')
      .and.contain('dev br0');
    await point.guest.sh('ip route del default via 192.0.2.1');
    expect((await point.once()).code).to.equal(0);
    expect(await point.shown()).to.include({ state: 'in_sync' });
    await point.guest.sh('ip route add default via 192.0.2.1');
    await applyTemplate({});
    await apply();
    expect((await point.guest.run('ip link show dev afsta')).code).not.to.equal(0);
    expect(await client.absences()).to.deep.equal([]);
  });

  it('that cuts the access point off is as before within the time of the trial', async () => {
    await applyTemplate({ ...STATIC, address: '10.77.0.2', gateway: '10.77.0.1' });
    const { code, output } = await point.once();
    expect(code, output).to.equal(6);
    expect(await addresses()).to.match(/ inet 192\.0\.2\.2\/24 [^\n]*\n$/);
    await point.once();
    expect(await point.shown()).to.include({ state: 'rolled_back' });
    await client.reaches();
  });

  it('that an agent which is killed has begun to change is applied by the next one', async () => {
    await applyTemplate(STATIC);
    const changes = 'test -e /run/airfleet/uplink';
    await point.guest.sh(
      `airfleet-agent once & until ${changes} || ! kill -0 $!; do usleep 10000; done; kill -9 $!`,
    );
    await apply();
    expect(await addresses()).to.match(/ inet 192\.0\.2\.7\/24 [^\n]*\n$/);
  });
});
