import type { NetworkRecords } from './network-records.js';
import { row, type TenancyRow } from './row.js';

const OWN = '404/1123';

const one = async (target: NetworkRecords) => ({ id: await target.bulkOperation() });

/** Selections and bulk operations (docs/administration.md#create_bulk_operation). */
export const BULK_OPERATION_ROWS: readonly TenancyRow[] = [
  //  super_admin admin operator viewer tier2 readOnly hidden foreign
  row(
    'create_selection',
    'filter',
    (target) => ({ filter: { network_id: target.network._id } }),
    'made made made 403/1102 made made made made',
  ),
  // The devices of others fail, which the operation shows later.
  row(
    'create_bulk_operation',
    'ids',
    async (target, home) => {
      await home.withoutBulkOperations();
      return { ids: [(await target.device())._id], action: 'remove' };
    },
    'begun begun begun 403/1102 begun begun begun begun',
  ),
  row('show_bulk_operation', 'id', one, `seen seen ${OWN} ${OWN} seen ${OWN} ${OWN} ${OWN}`),
  row(
    'list_bulk_operation_rows',
    'id',
    async (target) => ({ id: await target.importOperation() }),
    `seen seen ${OWN} ${OWN} seen ${OWN} ${OWN} ${OWN}`,
  ),
  row('cancel_bulk_operation', 'id', one, `done done ${OWN} ${OWN} done ${OWN} ${OWN} ${OWN}`),
];
