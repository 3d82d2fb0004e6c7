import type { NetworkRecords } from './network-records.js';
import { row, type TenancyRow } from './row.js';

const ROUTER = { ssid_mode: '1', dhcp_relay_server: '2' };

const existing = async (target: NetworkRecords) => ({
  id: await target.ssid(),
  network_ssid: { ...ROUTER, max_association: 7 },
});

const NEW = 'a new one';

/** SSIDs (docs/http.md#callers, docs/interface.md#ssids). */
export const SSID_ROWS: readonly TenancyRow[] = [
  //  super_admin admin operator viewer tier2 readOnly hidden foreign
  row(
    'list_network_ssids',
    'network_id',
    async (target) => {
      await target.ssid();
      return { network_id: target.network._id };
    },
    'seen seen seen seen seen seen 404/1001 404/1001',
  ),
  row(
    'list_network_ssids',
    'network_name',
    async (target) => {
      await target.ssid();
      return { network_name: target.network.networkName };
    },
    'seen seen seen seen seen seen 404/1001 404/1001',
  ),
  row(
    'list_network_ssids',
    'nothing',
    async (target) => {
      await target.ssid();
      return {};
    },
    'seen seen seen seen seen seen blind blind',
  ),
  row(
    'SSID show',
    'id',
    async (target) => ({ id: await target.ssid() }),
    'seen seen seen seen seen seen 404/1021 404/1021',
  ),
  row(
    'SSID create',
    'network_id',
    async (target) => {
      await target.ssid();
      return { network_id: target.network._id, network_ssid: { ssid_name: NEW } };
    },
    'done done done 403/1102 done 403/1102 404/1001 404/1001',
  ),
  row(
    'SSID create',
    'id, in place of a network',
    async (target) => ({ id: await target.ssid(), network_ssid: { ssid_name: NEW } }),
    'done done done 403/1102 done 403/1102 404/1001 404/1001',
  ),
  row(
    'SSID create',
    'associated_aps_and_tags, a device',
    async (target, home) => {
      await home.ssid();
      const associated_aps_and_tags = [`AP:${(await target.device())._id}`];
      return {
        network_id: home.network._id,
        network_ssid: { ssid_name: NEW, associated_aps_and_tags },
      };
    },
    'done done done 403/1102 done done 422/1024 422/1024',
  ),
  row(
    'SSID create',
    'associated_aps_and_tags, a tag',
    async (target, home) => {
      await home.ssid();
      const associated_aps_and_tags = [`tag:${(await target.tag())._id}`];
      return {
        network_id: home.network._id,
        network_ssid: { ssid_name: NEW, associated_aps_and_tags },
      };
    },
    'done done done 403/1102 done done done 422/1024',
  ),
  row('SSID update', 'id', existing, 'done done done 403/1102 done 403/1102 404/1021 404/1021'),
  row(
    'SSID update',
    'network_ssid.id',
    async (target) => {
      const { id, network_ssid } = await existing(target);
      return { network_ssid: { id, ...network_ssid } };
    },
    'done done done 403/1102 done 403/1102 404/1021 404/1021',
  ),
  row('update_network_ssid', 'id', existing, 'done done done 403/1102 done 403/1102 404/1021 404/1021'),
  row(
    'SSID destroy',
    'id',
    async (target) => ({ id: await target.ssid() }),
    'done done done 403/1102 done 404/1021 404/1021 404/1021',
  ),
];
