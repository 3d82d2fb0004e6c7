/** Values of one organisation that requests can contain: credentials, ids, MACs and serial numbers. */
export interface KnownValues {
  readonly org: number;
  readonly tokens: Readonly<Record<'admin' | 'super_admin' | 'operator' | 'viewer', string>>;
  readonly deviceKeys: readonly string[];
  readonly macs: readonly string[];
  readonly serials: readonly string[];
  readonly unclaimed: readonly string[];
  /** MACs that no list has. */
  readonly strangers: readonly string[];
  /** The secrets of enrolment tokens. A fleet file has none. */
  readonly enrolmentTokens: string[];
  readonly ids: Readonly<
    Record<'devices' | 'networks' | 'tags' | 'templates' | 'radiusServers' | 'ssids' | 'upgrades', number[]>
  >;
}

type Records = Record<string, unknown>;

const DEVICES = 8;
const ROLES = ['admin', 'super_admin', 'operator', 'viewer'] as const;
const mark = (org: number, what: string): string => `mark-${org}-${what}`;

/** Every text of an organisation contains this mark with the organisation's id, so that a leak is visible. */
export const MARK = /mark-(\d+)-/g;

/**
 * Generates a fleet file of several organisations, each with devices, switches, networks, SSIDs, upgrades and users of
 * every role, and returns it with the values of each organisation. `run` makes tokens and keys unique to the run.
 */
export function fuzzFleet(organisations: number, run: string): { fleet: Records; known: KnownValues[] } {
  const all = Array.from({ length: organisations }, (_, index) => knownOf(index + 1, run));
  const every = (records: (known: KnownValues) => Records[]): Records[] => all.flatMap(records);
  const fleet = {
    organisations: every(({ org }) => [{ id: org, name: mark(org, 'org'), no_of_aps: 40 }]),
    hardware_parts: ['AP', 'SW'].map((kind) => ({
      part_number: `FUZZ-${kind}`,
      name: `Fuzz ${kind}`,
      wifi_uplink: true,
      usb: true,
      is_switch: kind === 'SW',
      boards: [`fuzz,${kind}`],
    })),
    networks: every(({ org, ids }) =>
      ids.networks.map((id) => ({
        id,
        organisation_id: org,
        network_name: mark(org, `network ${id}`),
        latitude: id % 90,
        longitude: id % 180,
        address: mark(org, `address ${id}`),
      })),
    ),
    tags: every(({ org, ids }) =>
      ids.tags.map((id) => ({ id, organisation_id: org, name: mark(org, `tag ${id}`) })),
    ),
    users: every(users),
    master_inventory: every(masters),
    devices: every(devices),
    switch_configurations: every(({ org, macs }) => [
      { mac_id: macs[0], ports: [{ name: mark(org, 'port'), port_number: 1 }] },
    ]),
    init_templates: every(({ org, ids }) =>
      ids.templates.map((id) => ({
        id,
        organisation_id: org,
        name: mark(org, `template ${id}`),
        details: ['1', '2', '4'].map((uplink_type) => ({ uplink_type, pppoe_user: mark(org, 'pppoe') })),
      })),
    ),
    firmware_releases: [
      { version: '1.5.0', url: urls('shared'), organisation_id: null, is_released: true },
      ...every(({ org }) => [
        { version: '2.0.0', url: urls(mark(org, 'image')), organisation_id: org, is_released: true },
        {
          version: mark(org, 'beta'),
          url: urls(mark(org, 'image')),
          organisation_id: org,
          is_released: false,
        },
      ]),
    ],
    radius_servers: every(({ org, ids }) =>
      ids.radiusServers.map((id) => ({
        id,
        organisation_id: org,
        name: mark(org, 'RADIUS'),
        host: '192.0.2.1',
        auth_port: 1812,
        acct_port: 1813,
        nas_identifier: mark(org, 'NAS'),
        secret: mark(org, 'radius secret'),
      })),
    ),
    network_ssids: every(({ org, ids }) =>
      ids.ssids.map((id, index) => ({
        id,
        network_id: ids.networks[index % ids.networks.length],
        ssid_name: mark(org, `ssid ${id}`).slice(0, 32),
        wpa_key: mark(org, 'wpa key'),
        extras: { options: { hostapd: { venue_name: mark(org, 'venue') } } },
      })),
    ),
    upgrades: every(({ org, ids }) =>
      ids.upgrades.map((id, index) => ({
        id,
        organisation_id: org,
        router_inventory_id: ids.devices[index],
        version: mark(org, 'beta'),
        status: ['Pending', 'Success', 'Failed', 'Pending'][index % 4],
      })),
    ),
  };
  return { fleet, known: all };
}

function knownOf(org: number, run: string): KnownValues {
  const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => org * 100 + index);
  const mac = (index: number): string => {
    const digits = (0x02_f0_00_00_00_00 + org * 256 + index).toString(16).toUpperCase().padStart(12, '0');
    return (digits.match(/../g) ?? []).join(':');
  };
  const own = Array.from({ length: DEVICES }, (_, index) => mac(index));
  return {
    org,
    tokens: Object.fromEntries(ROLES.map((role) => [role, `${run}-${org}-${role}`])) as KnownValues['tokens'],
    deviceKeys: own.map((one) => `${run}-key-${one}`),
    macs: own,
    serials: own.map((one) => `FUZZ-${one}`),
    unclaimed: Array.from({ length: 24 }, (_, index) => mac(100 + index)),
    strangers: Array.from({ length: 24 }, (_, index) => mac(200 + index)),
    enrolmentTokens: [],
    ids: {
      devices: ids(DEVICES),
      networks: ids(3),
      tags: ids(2),
      templates: ids(1),
      radiusServers: ids(1),
      ssids: ids(6),
      upgrades: ids(DEVICES),
    },
  };
}

function users({ org, tokens, ids }: KnownValues): Records[] {
  const networks = ids.networks
    .slice(0, 2)
    .map((id, index) => ({ id, access: index === 0 ? 'full' : 'read' }));
  return ROLES.map((role, index) => ({
    id: org * 100 + index,
    organisation_id: org,
    email: `${mark(org, role)}@fuzz.test`,
    role,
    manage_inventory: true,
    networks: role === 'operator' ? networks : 'all',
    access_token: tokens[role],
  }));
}

function masters({ macs, serials, unclaimed, deviceKeys }: KnownValues): Records[] {
  return [
    ...macs.map((mac_id, index) => ({
      mac_id,
      router_serial_number: serials[index],
      part_number: index === 0 ? 'FUZZ-SW' : 'FUZZ-AP',
      device_key: deviceKeys[index],
    })),
    ...unclaimed.map((mac_id) => ({
      mac_id,
      router_serial_number: `FUZZ-${mac_id}`,
      part_number: 'FUZZ-AP',
    })),
  ];
}

function devices({ org, macs, serials, ids }: KnownValues): Records[] {
  return macs.map((mac_id, index) => ({
    id: ids.devices[index],
    organisation_id: org,
    mac_id,
    name: mark(org, `device ${index}`),
    router_serial_number: serials[index],
    part_number: index === 0 ? 'FUZZ-SW' : 'FUZZ-AP',
    firmware_version: '1.0.0',
    location_network_id: index === 7 ? null : ids.networks[index % 3],
    tag_ids: [ids.tags[index % 2]],
    external_guid: mark(org, 'guid'),
    notes: mark(org, 'notes'),
    last_heartbeat: { at: '2026-01-01T00:00:00Z', public_ip: '192.0.2.1' },
  }));
}

function urls(image: string): Records {
  const url = `https://firmware.example.test/${image}.bin`;
  return { 'FUZZ-AP': url, 'FUZZ-SW': url };
}
