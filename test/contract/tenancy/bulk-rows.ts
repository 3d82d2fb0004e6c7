import type { BulkRow } from './bulk-row.js';
import type { NetworkRecords } from './network-records.js';

const aps = async (home: NetworkRecords, theirs: NetworkRecords): Promise<string[]> => [
  `AP:${(await home.device())._id}`,
  `AP:${(await theirs.device())._id}`,
];

const NEW = { ssid_name: 'a new one' };

/** Every operation that takes a list, with one foreign entry among valid ones. */
export const BULK_ROWS: readonly BulkRow[] = [
  {
    // The token is limited to the networks among them that its user has.
    operation: 'create_access_token',
    by: 'networks',
    input: (home, theirs) => Promise.resolve({ networks: [home.network._id, theirs.network._id] }),
    status: 201,
    does: 'the valid entries',
  },
  {
    operation: 'update_device',
    by: 'tag_ids',
    input: async (home, theirs) => ({
      id: (await home.device())._id,
      tag_ids: [(await home.tag())._id, (await theirs.tag())._id],
    }),
    status: 422,
    does: 'nothing',
  },
  {
    operation: 'update_alert_settings',
    by: 'networks',
    input: (home, theirs) =>
      Promise.resolve({ kinds: { device_down: { networks: [home.network._id, theirs.network._id] } } }),
    status: 422,
    does: 'nothing',
  },
  {
    operation: 'update_notifications',
    by: 'networks',
    input: (home, theirs) => Promise.resolve({ email: { networks: [home.network._id, theirs.network._id] } }),
    status: 422,
    does: 'nothing',
  },
  {
    operation: 'create_enrolment_token',
    by: 'tag_ids',
    input: async (home, theirs) => ({
      name: 'new devices',
      expires_at: '2100-01-01T00:00:00Z',
      max_devices: 1,
      tag_ids: [(await home.tag())._id, (await theirs.tag())._id],
    }),
    status: 422,
    does: 'nothing',
  },
  {
    operation: 'provisioning',
    by: 'mac_id',
    input: async (home, theirs) => ({
      mac_id: [await home.builtMac(), (await theirs.device()).macId].join(','),
      network_id: home.network._id,
    }),
    status: 422,
    does: 'nothing',
  },
  {
    operation: 'apply_configuration',
    by: 'mac_ids',
    input: async (home, theirs) => ({
      mac_ids: [(await home.device()).macId, (await theirs.device()).macId].join(','),
      init_template_id: (await home.template())._id,
    }),
    status: 422,
    does: 'the valid entries',
  },
  ...(['release_devices', 'remove_devices'] as const).map((operation): BulkRow => ({
    operation,
    by: 'devices',
    input: async (home, theirs) => ({
      devices: [(await home.device()).macId, (await theirs.device()).macId],
    }),
    status: 200,
    does: 'the valid entries',
  })),
  ...(['_id', 'macId'] as const).map((key): BulkRow => ({
    operation: 'move_devices',
    by: `devices, by ${key}`,
    input: async (home, theirs) => ({
      devices: [(await home.device({ network: null }))[key], (await theirs.device())[key]],
      existing_network_id: home.network._id,
    }),
    status: 422,
    does: 'the valid entries',
  })),
  {
    operation: 'get_devices_from_serial',
    by: 'serial',
    input: async (home, theirs) => ({
      serial: [(await home.device()).routerSerialNumber, (await theirs.device()).routerSerialNumber].join(),
    }),
    status: 200,
    does: 'nothing',
  },
  {
    operation: 'SSID create',
    by: 'associated_aps_and_tags',
    input: async (home, theirs) => ({
      network_id: home.network._id,
      network_ssid: { ...NEW, associated_aps_and_tags: await aps(home, theirs) },
    }),
    status: 422,
    does: 'nothing',
  },
  ...(['SSID update', 'update_network_ssid'] as const).map((operation): BulkRow => ({
    operation,
    by: 'associated_aps_and_tags',
    input: async (home, theirs) => ({
      id: await home.ssid(),
      network_ssid: {
        ssid_mode: '1',
        dhcp_relay_server: '2',
        associated_aps_and_tags: await aps(home, theirs),
      },
    }),
    status: 422,
    does: 'nothing',
  })),
  {
    operation: 'upgrades progress',
    by: 'ids',
    input: async (home, theirs) => ({ ids: [(await home.upgrade()).id, (await theirs.upgrade()).id] }),
    status: 200,
    does: 'nothing',
  },
  {
    operation: 'upgrades create',
    by: 'aps, devices',
    input: async (home, theirs) => ({ upgrade: { aps: await aps(home, theirs) } }),
    status: 422,
    does: 'nothing',
  },
  {
    operation: 'upgrades create',
    by: 'aps, a network',
    input: async (home, theirs) => ({
      upgrade: { aps: [`AP:${(await home.device())._id}`, `network:${theirs.network._id}`] },
    }),
    status: 422,
    does: 'nothing',
  },
  {
    operation: 'upgrades create',
    by: 'aps, a tag',
    input: async (home, theirs) => ({
      upgrade: { aps: [`AP:${(await home.device())._id}`, `tag:${(await theirs.tagged())._id}`] },
    }),
    status: 422,
    does: 'nothing',
  },
  {
    operation: 'upgrades update',
    by: 'aps',
    input: async (home, theirs) => ({
      id: (await home.upgrade()).id,
      upgrade: { aps: await aps(home, theirs) },
    }),
    status: 422,
    does: 'nothing',
  },
  {
    operation: 'copy_ssid',
    by: 'network_ids',
    input: async (home, theirs) => ({
      id: await home.ssid(),
      network_ids: [await home.emptyNetwork(), theirs.network._id],
    }),
    status: 200,
    does: 'the valid entries',
  },
  {
    operation: 'create_selection',
    by: 'except',
    input: async (home, theirs) => ({ except: [(await home.device())._id, (await theirs.device())._id] }),
    status: 201,
    does: 'the valid entries',
  },
  // The foreign device fails when the worker comes to it.
  {
    operation: 'create_bulk_operation',
    by: 'ids',
    input: async (home, theirs) => ({
      ids: [(await home.device())._id, (await theirs.device())._id],
      action: 'release',
    }),
    status: 202,
    does: 'the valid entries',
  },
  {
    operation: 'create_rollout',
    by: 'targets',
    input: async (home, theirs) => ({ name: 'a new one', targets: await aps(home, theirs) }),
    status: 422,
    does: 'nothing',
  },
  {
    operation: 'create_rollout',
    by: 'exclude',
    input: async (home, theirs) => ({
      name: 'a new one',
      targets: ['all'],
      exclude: await aps(home, theirs),
    }),
    status: 422,
    does: 'nothing',
  },
  {
    operation: 'create_rollout',
    by: 'targets of a stage',
    input: async (home, theirs) => ({
      name: 'a new one',
      targets: ['all'],
      stages: [{ targets: await aps(home, theirs) }],
    }),
    status: 422,
    does: 'nothing',
  },
  {
    operation: 'update_rollout',
    by: 'targets',
    input: async (home, theirs) => ({
      id: await home.rollout('Draft'),
      targets: await aps(home, theirs),
    }),
    status: 422,
    does: 'nothing',
  },
  ...(['retry_rollout', 'rollback_rollout'] as const).map((operation): BulkRow => ({
    operation,
    by: 'exclude',
    input: async (home, theirs) => ({
      id: await home.rollout('Paused'),
      exclude: await aps(home, theirs),
    }),
    status: 422,
    does: 'nothing',
  })),
];
