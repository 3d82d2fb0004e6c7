import { row, type TenancyRow } from './row.js';

/** Inventory and devices (docs/interface.md#callers). */
export const INVENTORY_ROWS: readonly TenancyRow[] = [
  //  super_admin admin operator viewer tier2 readOnly hidden foreign
  row(
    'list_inventory',
    'mac_id',
    async (target) => ({ mac_id: (await target.device()).macId }),
    'seen seen seen seen seen seen 404/1011 404/1011',
  ),
  row(
    'list_inventory',
    'nothing',
    async (target) => {
      await target.device();
      return { per_page: 1000, ui: '1' };
    },
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'rout_inventory_list',
    'search',
    async (target) => ({ search: (await target.device()).macId }),
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'provisioning',
    'network_id',
    async (target) => ({ mac_id: await target.builtMac(), network_id: target.network._id }),
    'seen seen seen 403/1102 seen 403/1102 blind 404/1001',
  ),
  row(
    'provisioning',
    'mac_id',
    async (target, home) => ({ mac_id: (await target.device()).macId, network_id: home.network._id }),
    '422/1006 422/1006 422/1006 403/1102 422/1006 422/1006 422/1006 422/1006',
  ),
  row(
    'apply_configuration',
    'mac_ids',
    async (target, home) => ({
      mac_ids: (await target.device()).macId,
      init_template_id: (await home.template())._id,
    }),
    'done done done 403/1102 done 403/1102 404/1013 404/1013',
  ),
  row(
    'apply_configuration',
    'init_template_id',
    async (target, home) => ({
      mac_ids: (await home.device()).macId,
      init_template_id: (await target.template())._id,
    }),
    'done done done 403/1102 done done done 404/1014',
  ),
  row(
    'apply_configuration',
    'init_template_name',
    async (target, home) => ({
      mac_ids: (await home.device()).macId,
      init_template_name: (await target.template()).name,
    }),
    'done done done 403/1102 done done done 404/1014',
  ),
  row(
    'current_status',
    'mac_id',
    async (target) => ({ mac_id: (await target.device()).macId }),
    'seen seen seen seen seen seen 404/1011 404/1011',
  ),
  row(
    'release_devices',
    'devices',
    async (target) => ({ devices: [(await target.device()).macId] }),
    'done done done 403/1102 403/- 403/1102 422/- 422/-',
  ),
  row(
    'remove_devices',
    'devices',
    async (target) => ({ devices: [(await target.device()).macId] }),
    'done done done 403/1102 done 403/1102 422/- 422/-',
  ),
  row(
    'move_devices',
    'devices, as ids',
    async (target, home) => ({
      devices: [(await target.device())._id],
      existing_network_id: home.network._id,
    }),
    'seen seen seen 403/1102 seen 403/1102 422/1020 422/1020',
  ),
  row(
    'move_devices',
    'devices, as MACs',
    async (target, home) => ({
      devices: [(await target.device()).macId],
      existing_network_id: home.network._id,
    }),
    'seen seen seen 403/1102 seen 403/1102 422/1020 422/1020',
  ),
  row(
    'move_devices',
    'existing_network_id',
    async (target, home) => ({
      devices: [(await home.device())._id],
      existing_network_id: target.network._id,
    }),
    'seen seen seen 403/1102 seen 403/1102 404/1019 404/1019',
  ),
  // The manufacturer's list belongs to no organisation and names none.
  row(
    'get_devices_from_serial',
    'serial',
    async (target) => ({ serial: (await target.device()).routerSerialNumber }),
    'blind blind blind blind blind blind blind blind',
  ),
  // Their names contain the marker.
  row(
    'list_networks',
    'nothing',
    async () => Promise.resolve({ per_page: 200 }),
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'update_network',
    'id',
    async (target) => Promise.resolve({ id: target.network._id, time_zone: 'Asia/Kolkata' }),
    'seen seen seen 403/1102 seen 403/1102 404/1001 404/1001',
  ),
];
