import { deviceEntry, macOf, smallFleet } from '../fixtures/records/fleet.js';
import { ssidEntry as ssid, tokenEntry, upgradeEntry as upgrade, userEntry as user } from './entries.js';
import { NETWORK_CASES } from './network-fault-cases.js';
import { UPGRADE_CASES, type FaultCase } from './upgrade-fault-cases.js';

/** A fleet without faults. */
export const BASE = smallFleet();

const TAGS = Array.from({ length: 257 }, (_, index) => ({
  id: index + 1,
  organisation_id: 1,
  name: `tag ${index + 1}`,
}));

export const CASES: readonly FaultCase[] = [
  [
    'a device with more than 256 tags',
    { tags: TAGS, devices: [deviceEntry(1, { tag_ids: TAGS.map(({ id }) => id) })] },
    ['devices[0].tag_ids: must contain less than or equal to 256 items'],
  ],
  [
    'MACs that are not those of a device',
    {
      devices: ['ff:ff:ff:ff:ff:ff', '0100.5e00.0001', '000000000000'].map((mac_id, index) =>
        deviceEntry(index + 1, { mac_id }),
      ),
    },
    [
      'devices[0].mac_id: is not the MAC address of a device, but the broadcast address',
      'devices[1].mac_id: is not the MAC address of a device, but a multicast address',
      'devices[2].mac_id: is not the MAC address of a device, but no address',
    ],
  ],
  [
    'every fault of every record, of several kinds',
    {
      devices: [
        deviceEntry(1, { mac_id: 'zz', location_network_id: 77, tag_ids: [1, 55], nmae: 'typo' }),
        { id: '2', organisation_id: 1, mac_id: macOf(2) },
        'no record',
      ],
    },
    [
      'devices[0].mac_id: is not a MAC address',
      'devices[0].nmae: is not allowed',
      'devices[1].id: must be a number',
      'devices[1].part_number: is required',
      'devices[2]: must be of type object',
      'devices[0].location_network_id: there is no network 77',
      'devices[0].tag_ids[1]: there is no tag 55',
    ],
  ],
  [
    'ids and MACs that occur twice in the file',
    {
      devices: [deviceEntry(1), deviceEntry(1, { mac_id: macOf(8) }), deviceEntry(3, { mac_id: macOf(1) })],
      master_inventory: [
        { mac_id: macOf(1), router_serial_number: 'S', part_number: 'AP.1' },
        { mac_id: '00-00-00-00-00-01', router_serial_number: 'S', part_number: 'AP.1' },
      ],
    },
    [
      `master_inventory[1].mac_id: ${macOf(1)} occurs twice in master_inventory`,
      'devices[1].id: 1 occurs twice in devices',
      `devices[2].mac_id: ${macOf(1)} occurs twice in devices`,
    ],
  ],
  [
    'unknown references',
    {
      devices: [deviceEntry(1, { organisation_id: 9, part_number: 'X' })],
      master_inventory: [{ mac_id: macOf(5), router_serial_number: 'S', part_number: 'Y' }],
      switch_configurations: [{ mac_id: macOf(6), ports: [] }],
      firmware_releases: [
        { version: '1', url: { Z: 'https://fw.example/1' }, organisation_id: 8, is_released: true },
      ],
    },
    [
      'master_inventory[0].part_number: there is no hardware part Y',
      'devices[0].organisation_id: there is no organisation 9',
      'devices[0].part_number: there is no hardware part X',
      `switch_configurations[0].mac_id: there is no device ${macOf(6)}`,
      'firmware_releases[0].organisation_id: there is no organisation 8',
      'firmware_releases[0].url.Z: there is no hardware part Z',
    ],
  ],
  [
    'ids, hashes, sizes and signatures of releases',
    {
      firmware_releases: [
        {
          id: 1,
          version: '1',
          url: { 'AP.1': 'https://fw.example/1' },
          organisation_id: null,
          is_released: true,
          sha256: { 'AP.1': 'AB', 'SW-1': 'ab'.repeat(32) },
          size: { 'AP.1': 0 },
        },
        {
          id: 1,
          version: '2',
          url: { 'AP.1': 'https://fw.example/2' },
          organisation_id: null,
          is_released: true,
          size: { 'SW-1': 1 },
          signature: { 'SW-1': 'x' },
        },
      ],
    },
    [
      'firmware_releases[0].sha256.AP.1: must be 64 lower-case hexadecimal digits',
      'firmware_releases[0].size.AP.1: must be greater than or equal to 1',
      'firmware_releases[1].id: 1 occurs twice in firmware_releases',
      'firmware_releases[1].size.SW-1: the release has no url for SW-1',
      'firmware_releases[1].signature.SW-1: the release has no url for SW-1',
    ],
  ],
  [
    'deletions and former schedules with unknown references',
    {
      devices: [deviceEntry(1)],
      upgrades: [
        {
          id: 1,
          organisation_id: 1,
          router_inventory_id: 1,
          version: '2.0',
          former_schedule_ids: [7],
        },
      ],
      deleted_upgrades: [
        {
          id: '5:7',
          organisation_id: 1,
          router_inventory_id: 2,
          schedule_ids: [7],
          deleted_at: '2026-01-01T00:00:00Z',
        },
      ],
    },
    [
      'upgrades[0].former_schedule_ids[0]: there is no schedule 7',
      'deleted_upgrades[0].router_inventory_id: there is no device 2',
      'deleted_upgrades[0].schedule_ids[0]: there is no schedule 7',
    ],
  ],
  [
    'references to records of another organisation',
    {
      devices: [deviceEntry(1, { location_network_id: 3, tag_ids: [1, 3] })],
      users: [
        user(1, {
          networks: [
            { id: 1, access: 'full' },
            { id: 3, access: 'read' },
          ],
        }),
      ],
      network_ssids: [ssid(1, { associated_aps_and_tags: ['tag:3', 'AP:1', 'AP:9'] })],
      upgrades: [upgrade(1, { organisation_id: 2 })],
    },
    [
      'users[0].networks[1].id: network 3 belongs to another organisation',
      'devices[0].location_network_id: network 3 belongs to another organisation',
      'devices[0].tag_ids[1]: tag 3 belongs to another organisation',
      'network_ssids[0].associated_aps_and_tags: there is no device 9',
      'network_ssids[0].associated_aps_and_tags: tag 3 belongs to another organisation',
      'upgrades[0].router_inventory_id: device 1 belongs to another organisation',
    ],
  ],
  [
    'more devices than no_of_aps, once for each organisation',
    { devices: Array.from({ length: 13 }, (_, index) => deviceEntry(index + 1)) },
    ['devices[10]: organisation 1 has no room for it: no_of_aps is 10'],
  ],
  [
    'users: role, grants, address and token',
    {
      users: [
        user(1, { role: 'boss', tier: 3, networks: 'some' }),
        user(2, { email: 'USER-3@example.test', access_token: 'the token' }),
        user(3, { access_token: 'one-token', networks: [{ id: 1, access: 'write' }] }),
        user(4, { access_token: 'one-token' }),
        user(5, { access_tokens: Array.from({ length: 101 }, (_, index) => tokenEntry(index)) }),
      ],
    },
    [
      'users[0].role: must be one of [super_admin, admin, operator, viewer]',
      'users[0].tier: must be one of [1, 2]',
      'users[0].networks: must be "all" or a list of networks',
      'users[1].access_token: must be 1 to 512 printable ASCII characters without spaces',
      'users[2].networks[0].access: must be one of [full, read]',
      'users[4].access_tokens: must contain less than or equal to 100 items',
      'users[2].email: is the address of another user',
      'users[3].access_token: is the token of another user',
    ],
  ],
  [
    'invalid times, addresses and texts',
    {
      devices: [
        deviceEntry(1, {
          name: 'bell \u0007',
          activated_on: '2026-02-30',
          last_heartbeat: { at: 'yesterday', public_ip: 'home' },
        }),
        deviceEntry(2, { name: 'half \ud800', tag_ids: [1, 1] }),
      ],
    },
    [
      'devices[0].name: must not have control characters or broken characters',
      'devices[0].activated_on: is not an ISO 8601 time',
      'devices[0].last_heartbeat.at: is not an ISO 8601 time',
      'devices[0].last_heartbeat.public_ip: is not an IP address',
      'devices[1].name: must not have control characters or broken characters',
      'devices[1].tag_ids[1]: contains a duplicate value',
    ],
  ],
  [
    'SSIDs by their own rules, and names and number within their network',
    {
      network_ssids: [
        ssid(1, { ssid_name: '', wpa_key: 'short', dhcp_ranges: [{ START: 'x', END: '10.0.0.9' }] }),
        ssid(2, { network_id: 44 }),
        ssid(3, { ssid_name: 'same' }),
        ssid(4, { ssid_name: 'same', extras: { dtim_period: 0, options: { uci: { key: 'x' } } } }),
        ...Array.from({ length: 17 }, (_, index) => ssid(10 + index, { network_id: 2 })),
      ],
    },
    [
      'network_ssids[0].ssid_name: must be text of 1 to 32 bytes without control characters',
      'network_ssids[0].wpa_key: must be 8 to 63 printable ASCII characters or 64 hexadecimal digits',
      'network_ssids[0].dhcp_ranges[0].START: must be an IPv4 address',
      'network_ssids[1].network_id: there is no network 44',
      'network_ssids[3].extras.dtim_period: must be a whole number from 1 to 255',
      'network_ssids[3].extras.options.uci.key: is an option that changes the security of the SSID',
      'network_ssids[3].ssid_name: is the name of another SSID of the network',
      'network_ssids[20]: network 2 has 16 SSIDs, which is the most',
    ],
  ],
  ...NETWORK_CASES,
  ...UPGRADE_CASES,
];
