import type { NetworkRecords } from './network-records.js';
import { row, type TenancyRow } from './row.js';

/** What everybody in the organisation sees, and no other organisation. */
const ORGANISATION_WIDE = 'seen seen seen seen seen seen seen blind';

/** The id of a network of its own without devices, named by the marker. */
const emptyNetwork = async (target: NetworkRecords) => ({ id: await target.emptyNetwork() });

/** Networks, tags and lists for pickers (docs/administration.md#operations). */
export const ADMINISTRATION_ROWS: readonly TenancyRow[] = [
  //  super_admin admin operator viewer tier2 readOnly hidden foreign
  row(
    'create_network',
    'network_name',
    () => ({ network_name: 'A new one' }),
    'made made 403/1102 403/1102 made 403/1102 403/1102 made',
  ),
  row(
    'show_network',
    'id',
    (target) => ({ id: target.network._id }),
    'seen seen seen seen seen seen 404/1001 404/1001',
  ),
  row('delete_network', 'id', emptyNetwork, 'done done 403/1102 403/1102 done 404/1001 404/1001 404/1001'),
  row(
    'list_tags',
    'nothing',
    async (target) => {
      await target.tag();
      return { sort: '-id', per_page: 1 };
    },
    ORGANISATION_WIDE,
  ),
  row('create_tag', 'name', () => ({ name: newName() }), 'made made made 403/1102 made made made made'),
  row(
    'update_tag',
    'id and name',
    async (target) => ({ id: (await target.tagged())._id, name: newName() }),
    'done done 403/1102 403/1102 done 403/1102 403/1102 404/1121',
  ),
  row(
    'delete_tag',
    'id',
    async (target) => ({ id: (await target.tagged())._id }),
    'done done 403/1102 403/1102 done 403/1102 403/1102 404/1121',
  ),
  row(
    'list_radius_servers',
    'nothing',
    async (target) => {
      await target.radiusServer();
      return { per_page: 200 };
    },
    ORGANISATION_WIDE,
  ),
  row(
    'create_radius_server',
    'name',
    () => ({ name: newName(), host: '192.0.2.1', secret: 'a shared secret' }),
    'made made 403/1102 403/1102 made 403/1102 403/1102 made',
  ),
  row(
    'show_radius_server',
    'id',
    async (target) => ({ id: await target.radiusServer() }),
    'seen seen seen seen seen seen seen 404/1127',
  ),
  row(
    'update_radius_server',
    'id and host',
    async (target) => ({ id: await target.radiusServer(), host: '192.0.2.77' }),
    'done done 403/1102 403/1102 done 403/1102 403/1102 404/1127',
  ),
  row(
    'delete_radius_server',
    'id',
    async (target) => ({ id: await target.radiusServer() }),
    'done done 403/1102 403/1102 done 403/1102 403/1102 404/1127',
  ),
  row(
    'list_enrolment_tokens',
    'nothing',
    async (target) => {
      await target.enrolmentToken();
      return { per_page: 1 };
    },
    'seen seen 403/1102 403/1102 seen 403/1102 403/1102 blind',
  ),
  row(
    'create_enrolment_token',
    'name',
    () => ({ name: newName(), expires_at: '2100-01-01T00:00:00Z', max_devices: 1 }),
    'made made 403/1102 403/1102 made 403/1102 403/1102 made',
  ),
  row(
    'create_enrolment_token',
    'network_id',
    (target) => ({
      name: newName(),
      expires_at: '2100-01-01T00:00:00Z',
      max_devices: 1,
      network_id: target.network._id,
    }),
    'made made 403/1102 403/1102 made 403/1102 403/1102 404/1001',
  ),
  row(
    'revoke_enrolment_token',
    'id',
    async (target) => ({ id: (await target.enrolmentToken())._id }),
    'gone gone 403/1102 403/1102 gone 403/1102 403/1102 404/1128',
  ),
  row(
    'list_enrolments',
    'nothing',
    async (target) => {
      await target.enrolment();
      return { per_page: 1 };
    },
    'seen seen 403/1102 403/1102 seen 403/1102 403/1102 blind',
  ),
  row(
    'approve_enrolment',
    'id and part_number',
    async (target) => ({ id: await target.enrolment(), part_number: target.part._id }),
    'done done 403/1102 403/1102 done 403/1102 403/1102 404/1128',
  ),
  row(
    'approve_enrolment',
    'network_id',
    async (target, home) => ({
      id: await home.unknownDevice(),
      part_number: target.part._id,
      network_id: target.network._id,
    }),
    'done done 403/1102 403/1102 done 403/1102 403/1102 404/1001',
  ),
  row(
    'refuse_enrolment',
    'id',
    async (target) => ({ id: await target.enrolment() }),
    'done done 403/1102 403/1102 done 403/1102 403/1102 404/1128',
  ),
  // Hardware parts belong to the installation.
  row('list_hardware_parts', 'nothing', () => ({}), 'blind blind blind blind blind blind blind blind'),
  row(
    'list_init_templates',
    'nothing',
    async (target) => {
      await target.template();
      return { sort: '-id', per_page: 1 };
    },
    ORGANISATION_WIDE,
  ),
];

let names = 0;

function newName(): string {
  names += 1;
  return `new name ${names} ${Date.now()}`;
}
