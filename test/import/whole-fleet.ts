import { deviceEntry, macOf, smallFleet } from '../fixtures/records/fleet.js';

/** A fleet file with records in every section of the first versions. */
export const WHOLE = {
  ...smallFleet(),
  users: [
    {
      id: 1,
      organisation_id: 1,
      email: 'Admin@Harbour.example',
      password: 'correct horse',
      role: 'admin',
      manage_inventory: true,
      access_token: 'token-of-the-administrator',
    },
    {
      id: 2,
      organisation_id: 1,
      email: 'viewer@harbour.example',
      role: 'viewer',
      tier: 2,
      networks: [{ id: 1, access: 'read' }],
    },
  ],
  master_inventory: [
    {
      mac_id: macOf(1),
      router_serial_number: 'SN-1',
      part_number: 'AP.1',
      device_key: 'key-of-1',
      openwisp_uuid: '3fa85f6457174562b3fc2c963f66afa6',
    },
    { mac_id: macOf(99), router_serial_number: 'SN-99', part_number: 'AP.1' },
  ],
  devices: [
    deviceEntry(1, {
      name: 'Reception',
      firmware_version: '1.0',
      location_network_id: 1,
      tag_ids: [1, 2],
      external_guid: 'guid-1',
      notes: 'Key at the desk',
      activated_on: '2026-01-02T03:04:05Z',
      last_heartbeat: { at: '2026-05-01T00:00:00Z', public_ip: '203.0.113.5' },
    }),
    deviceEntry(2, {
      part_number: 'SW-1',
      last_heartbeat: {
        at: '2026-05-01T00:00:00+02:00',
        public_ip: '203.0.113.6',
        firmware_version: '7.1',
        ports: [{ number: 0, status: 'UP', speed: '1000' }],
      },
    }),
    deviceEntry(3, { location_network_id: 1 }),
  ],
  switch_configurations: [{ mac_id: macOf(2), ports: [{ name: 'uplink', port_number: 1 }] }],
  init_templates: [{ id: 1, organisation_id: 1, name: 'standard', details: [{ uplink_type: '1', vlan: 5 }] }],
  radius_servers: [
    {
      id: 1,
      organisation_id: 1,
      name: 'Head office',
      host: '192.0.2.1',
      auth_port: 1812,
      acct_port: 1813,
      nas_identifier: null,
      secret: 'a shared secret',
    },
  ],
  network_ssids: [
    {
      id: 1,
      network_id: 1,
      ssid_name: 'guests',
      wpa_key: 'correct horse',
      associated_aps_and_tags: ['AP:1', 'tag:2'],
      extras: { dtim_period: 3, options: { uci: { uapsd: '0' } } },
    },
    { id: 2, network_id: 1, ssid_name: 'staff', is_enabled: false },
    { id: 3, network_id: 1, ssid_name: 'guests' },
  ],
  upgrades: [
    { id: 1, organisation_id: 1, router_inventory_id: 1, version: '2.0' },
    { id: 2, organisation_id: 1, router_inventory_id: 1, version: '2.0', status: 'Success' },
  ],
};
