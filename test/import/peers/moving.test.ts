import { expect } from 'chai';
import { stat } from 'node:fs/promises';
import type { PeerName } from '../../../shared/import/domain/peers/peer-fleet.js';
import { Mover } from './mover.js';

const PEERS: readonly PeerName[] = ['meraki', 'openwisp', 'unifi'];

const reported = (lines: readonly string[]): string[] => lines.filter((line) => /^[\w-]+\.json: /.test(line));

// docs/moving.md#moving-1
describe('an export of another product that is converted and imported', () => {
  let mover: Mover;
  beforeEach(async () => {
    mover = await Mover.open();
  });
  afterEach(() => mover.close());

  async function move(peer: PeerName): Promise<readonly string[]> {
    const { code, lines } = await mover.convert(peer, await Mover.files(peer));
    expect(code, lines.join('\n')).to.equal(0);
    await mover.import();
    return lines;
  }

  const network = async (name: string) => (await mover.rows('/v1/networks', 'networks')).get(name);
  const devices = () => mover.rows('/v1/access_points/list_inventory', 'devices');
  const ssids = () => mover.rows('/v1/network_ssids', 'network_ssids');

  it('brings networks, access points, switches and SSIDs of Meraki', async () => {
    const lines = await move('meraki');
    expect(await network('Harbour Hôtel')).to.include({
      time_zone: 'Europe/Lisbon',
      latitude: 38.7,
      longitude: -9.14,
      address: '1 Quay Street, Harbour',
    });
    expect(await network('Hill Lodge')).to.include({ latitude: null, longitude: null, address: null });
    const found = await devices();
    expect([...found.keys()]).to.have.members(['Lobby', 'Rack', 'Reception']);
    const lobby = found.get('Lobby');
    expect(lobby).to.include({
      mac_id: '02:4D:45:00:00:01',
      router_serial_number: 'Q2AB-CDEF-0001',
      network_name: 'Harbour Hôtel',
      hp_name: 'MR46',
    });
    expect((lobby?.['tags'] as { name: string }[]).map(({ name }) => name)).to.have.members([
      'coast',
      'guest-area',
    ]);
    expect(JSON.stringify(await mover.answer(`/v1/devices/${String(lobby?.['id'])}`))).to.include(
      'Above the desk',
    );
    const { models } = mover.installation.database.mongo;
    expect(await models.hardwareParts.findById('MS120-8LP').lean()).to.include({ isSwitch: true });

    const converted = await ssids();
    expect([...converted.keys()]).to.have.members(['Guests', 'Staff', 'Café', 'Lodge']);
    const tag = await models.tags.findOne({ name: 'guest-area' }).lean();
    expect(converted.get('Guests')).to.deep.include({
      is_enabled: true,
      security_mode: '2',
      wpa_key: 'seaside-holiday',
      radio_band: '3',
      is_isolate: true,
      is_hidden: false,
      per_user_qos: 5000,
      enable_ssid_qos: true,
      ssid_qos: 50_000,
      captive_portal: '1',
      splash_url: 'https://portal.example.net/welcome',
      wallgarden: true,
      walled_garden_range: '198.51.100.0/24 portal.example.net',
      associated_aps_and_tags: [`tag:${String(tag?._id)}`],
      v_lan_attributes: { id: null, name: null, v_lan_id: 20, enable_dhcp_on_v_lan: null },
    });
    const servers = await mover.rows('/v1/radius_servers', 'radius_servers');
    expect([...servers.keys()]).to.deep.equal(['192.0.2.10']);
    const server = servers.get('192.0.2.10')?.['id'];
    expect(converted.get('Staff')).to.deep.include({
      security_mode: '3',
      is_hidden: true,
      radio_band: '2',
      auth_radius_id: server,
      acc_radius_enabled: true,
      acc_radius_id: server,
      default_interim_time: 600,
    });
    expect(converted.get('Café')).to.include({ is_enabled: false, captive_portal: null });
    expect(converted.get('Lodge')).to.include({ security_mode: '5', wpa_key: 'mountain-path' });
    expect(reported(lines)).to.deep.equal([
      'devices.json: [1].address differs: the network has the address of its first device with one',
      'devices.json: [2].lat is not converted: a network gets coordinates with an address only',
      'networks.json: [0].notes has no counterpart: networks have no notes',
      'devices.json: [3] is left out: appliance is neither an access point nor a switch',
      'ssids-L_646829496481105433.json: [0].scheduledAvailability is not known to this conversion',
      'ssids-N_24329156.json: [0].splashTimeout has no counterpart',
      'ssids-N_24329156.json: [0].minBitrate has no counterpart: set legacy_rates of the radios',
      'ssids-N_24329156.json: [0].bandSelection is converted without band steering, which has no counterpart',
      'ssids-N_24329156.json: [0].perClientBandwidthLimitUp differs from the rate down, which counts for both directions',
      'ssids-N_24329156.json: [1].radiusServers[1].host is one server too many: an SSID has one',
      'ssids-N_24329156.json: [1].radiusServers[0].host comes without its secret: set it in airfleet',
      'ssids-N_24329156.json: [1].radiusFailoverPolicy has no counterpart: an SSID has one server',
      'ssids-N_24329156.json: [2].splashPage has no counterpart: the SSID is off',
      'ssids-N_24329156.json: [2].ipAssignmentMode has no counterpart: give the SSID a VLAN, or a router with addresses of its own: the SSID is off',
    ]);
  });

  it('brings groups, access points and SSIDs of templates of OpenWISP', async () => {
    const lines = await move('openwisp');
    expect((await devices()).get('branch-north')).to.include({
      mac_id: '02:4F:57:00:00:03',
      network_name: 'Branches',
      hp_name: 'TP-Link EAP225 v3',
    });
    const rows = JSON.parse(JSON.stringify(await mover.answer('/v1/network_ssids'))) as {
      data: { network_ssids: Record<string, unknown>[] };
    };
    const readers = rows.data.network_ssids.filter((row) => row['ssid_name'] === 'Readers');
    expect(readers.map((row) => row['network_name'])).to.have.members(['City Library', 'Branches']);
    for (const row of readers)
      expect(row).to.deep.include({
        is_enabled: true,
        security_mode: '2',
        wpa_algorithm: '1',
        wpa_key: 'quiet-please',
        radio_band: '3',
        is_isolate: true,
        max_association: 40,
        associated_aps_and_tags: [],
        v_lan_attributes: { id: null, name: 'public', v_lan_id: 40, enable_dhcp_on_v_lan: null },
      });
    const tag = await mover.installation.database.mongo.models.tags.findOne({ name: 'Librarians' }).lean();
    const librarians = rows.data.network_ssids.find((row) => row['ssid_name'] === 'Librarians');
    expect(librarians).to.deep.include({
      network_name: 'City Library',
      security_mode: '3',
      is_hidden: true,
      radio_band: '2',
      associated_aps_and_tags: [`tag:${String(tag?._id)}`],
    });
    const tagged = [...(await devices()).values()].filter((row) => (row['tags'] as unknown[]).length > 0);
    expect(tagged.map((row) => row['name'])).to.deep.equal(['reading-room']);
    const { secret } = (await mover.fleet())['radius_servers']?.[0] ?? {};
    expect(secret).to.equal('index-card');
    expect(reported(lines)).to.deep.equal([
      'devices.json: results[1].config.config is not converted: settings of one device have no counterpart',
      'templates.json: results[0].config.radios is not converted',
      'templates.json: results[1].config.radios is not converted',
      'templates.json: results[1].config.interfaces[0].wireless.rts_threshold has no counterpart',
      'templates.json: results[1].config.interfaces[1] is left out: it is no access point',
      'templates.json: results[2].config.interfaces[0].wireless.radio has a band that the template does not tell: the SSID is on all bands',
      'templates.json: results[2] is left out: no device of the files has it',
    ]);
  });

  it('brings sites, access points, switches and WLANs of UniFi', async () => {
    const lines = await move('unifi');
    expect(await network('Main Office')).to.include({ time_zone: 'Europe/Vienna' });
    const found = await devices();
    expect([...found.keys()]).to.have.members(['Corridor', '02:55:4E:00:00:02']);
    expect(found.get('Corridor')).to.deep.include({ network_name: 'Main Office', hp_name: 'U7PG2' });
    expect((found.get('Corridor')?.['tags'] as { name: string }[])[0]?.name).to.equal('upstairs');
    const converted = await ssids();
    expect(converted.get('Office')).to.deep.include({
      is_enabled: true,
      security_mode: '5',
      wpa_key: 'paper-and-ink',
      radio_band: '3',
      is_hidden: true,
      is_isolate: false,
      per_user_qos: 8000,
      mac_filter_policy: '2',
      acl_mac_list: ['02:55:4E:00:00:99'],
      v_lan_attributes: { id: null, name: 'Desks', v_lan_id: 30, enable_dhcp_on_v_lan: null },
    });
    expect(converted.get('Office')?.['extras']).to.deep.include({
      fast_roaming: true,
      bss_transition: true,
      neighbor_reports: true,
      dtim_period: 3,
    });
    expect(converted.get('Visitors')).to.include({
      is_enabled: true,
      security_mode: '0',
      radio_band: '5',
      is_isolate: true,
      captive_portal: '1',
      overwrite_success_url: true,
      success_url: 'https://example.net/hello',
    });
    expect(converted.get('Scanners')).to.include({
      is_enabled: false,
      security_mode: '3',
      acc_radius_enabled: true,
    });
    const servers = await mover.rows('/v1/radius_servers', 'radius_servers');
    expect(servers.get('198.51.100.5 1645/1813')).to.include({
      host: '198.51.100.5',
      auth_port: 1645,
      secret: '***',
    });
    expect(servers.get('198.51.100.6 1812/1646')).to.include({ acct_port: 1646, secret: '***' });
    expect(reported(lines)).to.deep.equal([
      'site.json: firewallrule is not converted',
      'devices.json: data[2] is left out: ugw is neither an access point nor a switch',
      'wlanconf.json: data[0].pmf_mode has no counterpart: the security mode decides about protected frames',
      'wlanconf.json: data[0].schedule_enabled has no counterpart: the SSID is on at all times',
      'wlanconf.json: data[0].group_rekey has no counterpart',
      'wlanconf.json: data[1].is_guest has a portal without its page: set splash_url',
      'wlanconf.json: data[2].networkconf_id names no network of the files: add rest/networkconf: the SSID is off',
    ]);
  });

  for (const peer of PEERS) {
    // docs/moving.md#moving-2
    it(`keeps the ids of what ${peer} has brought before, and changes nothing`, async () => {
      await move(peer);
      const before = await mover.fleet();
      const exported = await mover.answer('/v1/network_ssids');
      const { code } = await mover.convert(peer, await Mover.files(peer), 9000);
      expect(code).to.equal(0);
      const again = await mover.fleet();
      // The parts are known now.
      const { hardware_parts: _parts, ...rest } = before;
      expect(again).to.deep.equal(rest);
      const counts = await mover.import();
      expect(counts.size).to.be.greaterThan(3);
      for (const [section, { added, changed }] of counts)
        expect({ section, added, changed }).to.deep.equal({ section, added: 0, changed: 0 });
      expect(await mover.answer('/v1/network_ssids')).to.deep.equal(exported);
    });
  }

  // docs/moving.md#moving-4
  it('writes a file that only its owner can read, because it has keys', async () => {
    await move('meraki');
    expect((await stat(mover.target)).mode & 0o777).to.equal(0o600);
  });
});
