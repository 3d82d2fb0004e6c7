import { row, type TenancyRow } from './row.js';

/** Networks, and what keeps their devices away. */
export const NETWORK_ROWS: readonly TenancyRow[] = [
  //  super_admin admin operator viewer tier2 readOnly hidden foreign
  row(
    'list_maintenance',
    'nothing',
    async (target) => {
      await target.verifying();
      return { per_page: 200 };
    },
    'seen seen seen seen seen seen blind blind',
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
  row(
    'update_network',
    'configuration',
    async (target) =>
      Promise.resolve({
        id: target.network._id,
        configuration: { canary: false, stop_after: null, on_drift: 'restore' },
      }),
    'seen seen seen 403/1102 seen 403/1102 404/1001 404/1001',
  ),
  row(
    'update_network',
    'radio',
    async (target) => Promise.resolve({ id: target.network._id, radio: { country: 'DE' } }),
    'seen seen seen 403/1102 seen 403/1102 404/1001 404/1001',
  ),
];
