import type { SortColumn, SortKey } from '../domain/device-order.js';
import type { DeviceRecord } from '../../inventory/models/device.js';

export type DeviceColumn = Exclude<SortColumn, 'lastHeartbeatAt'>;

/**
 * Where the key of a column is stored in devices, the index that has an organisation's devices in this order, and
 * the one that has a network's. Queries name their index: left alone, the database may sort what an index has sorted.
 */
export const KEYS: Readonly<Record<DeviceColumn, { path: string; index: string; inNetwork?: string }>> = {
  name: { path: 'sort.name', index: 'sort_name', inNetwork: 'network_name' },
  macId: { path: 'macId', index: 'organisation_mac' },
  routerSerialNumber: { path: 'sort.routerSerialNumber', index: 'sort_serial' },
  firmwareVersion: { path: 'sort.firmwareVersion', index: 'sort_firmware' },
  networkName: { path: 'sort.networkName', index: 'sort_network' },
  hpName: { path: 'sort.hpName', index: 'sort_hardware' },
  activatedOn: { path: 'sort.activatedOn', index: 'sort_activated' },
  id: { path: '_id', index: 'organisation_id', inNetwork: 'network_id' },
};

/** What a device's keys are read from. */
export type Keyed = Pick<DeviceRecord, '_id' | 'macId' | 'sort'>;

/** The key by which a device stands in the order of a column. */
export function keyIn({ _id, macId, sort }: Keyed, column: DeviceColumn): SortKey {
  if (column === 'id') return _id;
  return column === 'macId' ? macId : sort[column];
}
