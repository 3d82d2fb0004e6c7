import { row, type TenancyRow } from './row.js';

/** Inventory and devices (docs/http.md#callers). */
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
    'list_devices',
    'search',
    async (target) => ({ search: (await target.device()).macId }),
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'list_devices',
    'network_id',
    async (target) => {
      await target.device();
      return { network_id: target.network._id };
    },
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'show_device',
    'id',
    async (target) => ({ id: (await target.device())._id }),
    'seen seen seen seen seen seen 404/1011 404/1011',
  ),
  row(
    'device_events',
    'id',
    async (target) => ({ id: (await target.device())._id }),
    'done done done done done done 404/1011 404/1011',
  ),
  row(
    'quick_search',
    'q',
    async (target) => {
      await Promise.all([target.device(), target.ssid()]);
      return { q: target.marker };
    },
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'device_configuration',
    'id',
    async (target) => ({ id: (await target.device())._id }),
    'done done done done done done 404/1011 404/1011',
  ),
  row(
    'retry_device_configuration',
    'id',
    async (target) => ({ id: await target.refusingDevice() }),
    'done done done 403/1102 done 403/1102 404/1011 404/1011',
  ),
  row(
    'reboot_device',
    'id',
    async (target) => ({ id: await target.deviceUp() }),
    'begun begun begun 403/1102 begun 403/1102 404/1011 404/1011',
  ),
  row(
    'blink_device',
    'id and seconds',
    async (target) => ({ id: await target.deviceUp(), seconds: 5 }),
    'begun begun begun 403/1102 begun 403/1102 404/1011 404/1011',
  ),
  row(
    'network_configuration',
    'id',
    (target) => ({ id: target.network._id }),
    'done done done done done done 404/1001 404/1001',
  ),
  row(
    'retry_network_configuration',
    'id',
    async (target) => {
      await target.refusingDevice();
      return { id: target.network._id };
    },
    'done done done 403/1102 done 403/1102 404/1001 404/1001',
  ),
  row('show_overview', 'nothing', () => ({}), 'done done done done done done done blind'),
  row(
    'show_sites',
    'nothing',
    async (target) => {
      await target.countedSite();
      return {};
    },
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'online_series',
    'network_id',
    (target) => ({ network_id: target.network._id }),
    'done done done done done done 404/1001 404/1001',
  ),
  row(
    'clients_series',
    'network_id',
    (target) => ({ network_id: target.network._id }),
    'done done done done done done 404/1001 404/1001',
  ),
  row(
    'traffic_series',
    'network_id',
    (target) => ({ network_id: target.network._id }),
    'done done done done done done 404/1001 404/1001',
  ),
  row(
    'device_series',
    'id',
    async (target) => ({ id: (await target.device())._id }),
    'done done done done done done 404/1011 404/1011',
  ),
  row(
    'network_radios',
    'id',
    (target) => ({ id: target.network._id }),
    'done done done done done done 404/1001 404/1001',
  ),
  row('deaf_periods', 'nothing', () => ({}), 'done done done done done done done blind'),
  row(
    'update_device',
    'id',
    async (target) => ({ id: (await target.device())._id, name: `Edited ${target.marker}` }),
    'seen seen seen 403/1102 seen 403/1102 404/1011 404/1011',
  ),
  row(
    'update_device',
    'radio',
    async (target) => ({ id: (await target.device())._id, radio: { bands: { '2g': { channel: 6 } } } }),
    'seen seen seen 403/1102 seen 403/1102 404/1011 404/1011',
  ),
  row(
    'update_device',
    'tag_ids',
    async (target, home) => ({ id: (await home.device())._id, tag_ids: [(await target.tag())._id] }),
    'done done done 403/1102 done done done 422/1109',
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
];
