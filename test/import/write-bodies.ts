import { uuidOfMac } from '../../shared/openwisp/domain/device-uuid.js';
import { askingDevice, makeEnrolmentToken, type AskingDevice } from '../fixtures/records/enrolment.js';
import { registration } from '../openwisp/openwisp-agent.js';
import type { WriteWorld } from './write-world.js';

// Random fields of requests; some of them are refused.

export function hours(world: WriteWorld): object {
  return {
    time_zone: world.of([null, ' Europe/Berlin ', 'UTC', 'Etc/GMT-14', 'Mars']),
    windows: world.of([null, [], [{ days: ['mon'], from: '23:00', to: '04:00' }]]),
  };
}

export function place(world: WriteWorld): object {
  return {
    latitude: world.of([null, 0, '48.1371', -90, 91]),
    longitude: world.of([null, 11.5754, '-180', 0.1 + 0.2]),
    address: world.of([null, world.text(500), '']),
  };
}

export function radio(world: WriteWorld): object | null {
  const band = {
    enabled: world.of([true, '0', null]),
    channel: world.of([1, '36', 'auto', null, 400]),
    channels: world.of([null, [36, 1], ['5', null], []]),
    width_mhz: world.of([20, '40', 160, null]),
    power_dbm: world.of([0, 30, 'auto', null]),
    legacy_rates: world.of([1, null]),
    options: world.of([null, {}, { hostapd: { beacon_int: 99 } }, { uci: { note: world.text(300) } }]),
  };
  const country = world.of(['DE', 'us', null]);
  return world.of([null, { country }, { country, bands: { [world.of(['2g', '5g', '6g'])]: band } }]);
}

/** An SSID as most have it, with some fields at their edges: with all of them at once, hardly one would be accepted. */
export async function ssid(world: WriteWorld): Promise<object> {
  const edges = {
    ssid_name: world.name(32).slice(0, 40),
    security_mode: world.of([1, '2', null, '']),
    wpa_key: world.of(['a good long key', null, '', 'ä'.repeat(10), 'f'.repeat(64)]),
    walled_garden_range: world.text(4096),
    splash_url: world.of(['https://bücher.example/ä', 'http://x.test/$(x)', '', null]),
    auth_radius_id: world.of([null, 0, Number.MAX_SAFE_INTEGER, '12', await world.id('radiusServers')]),
    acc_radius_id: world.of([null, await world.id('radiusServers')]),
    associated_aps_and_tags: world.several([await world.target(), await world.target()]),
    acl_mac_list: ['02-00-5e-10-00-01', '02005e100001'],
    dhcp_mappings: [{ IPADDR: '10.0.0.9', MAC: '0200.5e10.0001' }],
    v_lan_attributes: world.of([null, {}, { v_lan_id: '7', name: world.text(100) }]),
    extras: world.of([
      null,
      { dtim_period: world.of([0, '2', null]), fast_roaming: world.of([true, '0']) },
      { options: { hostapd: { venue_name: world.text(300), okc: 1 }, uci: world.of([null, {}]) } },
    ]),
    is_hidden: world.of([true, '1', 'false', null]),
  };
  return {
    ssid_name: `name ${world.below(1_000_000)}`,
    security_mode: '2',
    wpa_key: 'a good long key',
    ...Object.fromEntries(Object.entries(edges).filter(() => world.chance(3))),
  };
}

export function radiusServer(world: WriteWorld): object {
  return {
    name: world.name(255),
    host: world.of(['192.0.2.1', '2001:DB8::1', '::ffff:192.0.2.1', 'radius.example']),
    auth_port: world.of([1, 1812, 65_535, 65_536]),
    acct_port: world.of([1813, '1813', 0]),
    secret: world.of(['a shared secret', 'x'.repeat(128), 'two  spaces', ' padded', 'Straße']),
    nas_identifier: world.of([null, world.text(48), 'lobby']),
  };
}

export function enrolmentToken(world: WriteWorld, networkId: number): object {
  return {
    name: world.name(100),
    network_id: world.of([null, networkId]),
    expires_at: world.of(['2100-01-01T00:00:00Z', 'soon']),
    max_devices: world.of([1, 10, 0]),
    approval: world.chance(2),
  };
}

/** A device with a token of its own, with the board of no part or of the fixture's. */
export async function enrolment(world: WriteWorld): Promise<object> {
  const { deps } = world.service;
  const { org, part, network } = world.fixture;
  await deps.mongo.models.hardwareParts.updateOne({ _id: part._id }, { $set: { boards: ['known board'] } });
  const networkId = world.of([null, network._id]);
  const token = await makeEnrolmentToken(deps, org, { networkId, approval: world.chance(2) });
  const device = askingDevice(token, world.of(['known board', world.text(255)]));
  return { ...device, router_serial_number: world.text(255) };
}

/** The same device, as openwisp-config registers it. */
export async function openwispDevice(world: WriteWorld): Promise<object> {
  const { token, mac_id, board } = (await enrolment(world)) as AskingDevice;
  return registration(token, mac_id, board);
}

/** A path of a device without its key: a fleet file does not have which devices have openwisp-config. */
export async function openwispPath(world: WriteWorld, what: string): Promise<string> {
  const [mac = ''] = await world.macs();
  return `/controller/${what}/${uuidOfMac(mac)}/`;
}

export async function upgrade(world: WriteWorld): Promise<object> {
  const releases = await world.service.deps.mongo.models.firmwareReleases
    .find({ organisationId: world.fixture.org })
    .lean();
  const later = new Date(
    world.service.clock.now().getTime() + 3_600_000 * (1 + world.below(48)),
  ).toISOString();
  return {
    aps: world.several([await world.target(), await world.target(), `network:${world.fixture.network._id}`]),
    save_prev_config: world.of([true, '0', 1]),
    ...world.of<object>([
      { schedule_type: 'now' },
      { schedule_type: 'later', schedule_at: later, time_zone: world.of(['Europe/Berlin', null, 'UTC']) },
    ]),
    ...world.of<object>([{}, { upgrade_type: 'manual', version: world.of(releases).version }]),
  };
}

export function release(world: WriteWorld): object {
  const parts = world.of([[world.fixture.part._id], ['SW=1'], [world.fixture.part._id, 'SW=1'], ['none']]);
  return {
    urls: parts.map((part_number) => ({
      part_number,
      url: world.url(),
      sha256: world.of([null, 'AB'.repeat(32)]),
      size: world.of([null, 1, 2 ** 40, 2 ** 41]),
    })),
    is_released: world.chance(2),
    notes: world.text(10_000),
  };
}

export async function bulkChange(world: WriteWorld): Promise<object> {
  const tags = { tag_ids: world.several(await world.ids('tags'), 100) };
  return world.of<object>([
    { action: 'assign', params: { network_id: await world.id('networks') } },
    { action: 'release' },
    { action: 'tag', params: tags },
    { action: 'untag', params: tags },
    { action: 'apply_template', params: { init_template_id: await world.id('initTemplates') } },
    { action: 'radio', params: radio(world) ?? {} },
    { action: 'upgrade', params: {} },
  ]);
}

export async function newUser(world: WriteWorld): Promise<object> {
  return { email: world.email(), ...(await rights(world)) };
}

export async function rights(world: WriteWorld): Promise<object> {
  const networks = world.several(await world.ids('networks'));
  return {
    role: world.of(['admin', 'operator', 'viewer']),
    tier: world.of([1, 2]),
    networks: world.of([null, networks.map((id) => ({ id, access: world.of(['full', 'read']) }))]),
    manage_inventory: world.chance(2),
  };
}

/** A heartbeat of a device, of one in the inventory if there is any, with a report of its open upgrade or of none. */
export async function heartbeat(world: WriteWorld) {
  const present = await world.service.deps.mongo.models.devices
    .find({ macId: { $in: world.devices.map(({ macId }) => macId) } }, { macId: 1 })
    .lean();
  const isPresent = new Set(present.map(({ macId }) => macId));
  const heard = world.devices.filter(({ macId }) => isPresent.has(macId));
  const device = world.of(heard.length > 0 ? heard : world.devices);
  const open = await world.service.deps.mongo.models.upgrades
    .findOne({ routerInventoryId: device._id, inFlight: true })
    .lean();
  const state = world.of(['downloading', 'installing', 'success', 'failure']);
  const report = { id: open?._id ?? 0, state, message: world.text(1000), progress: world.of([null, 33.5]) };
  const ports = [
    { number: 0, status: 'UP', speed: world.text(64), up_time: '12', duplex: world.text(32), power: 1.5 },
    { number: '1', status: 'DOWN', total_usage: { rx: 1, tx: '2' } },
  ];
  const body = {
    mac_id: device.macId,
    firmware_version: open && world.chance(2) ? open.version : world.text(128),
    ...(world.chance(2) ? { ports } : {}),
    ...(world.chance(2) ? { upgrade: report } : {}),
  };
  return { headers: { Authorization: `Bearer ${device.deviceKey}` }, body };
}
