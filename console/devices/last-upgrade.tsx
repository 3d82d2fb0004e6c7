import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll } from '../api/polling';
import type { DeviceDetail } from './device';

export type ListedUpgrade = Schema<'UpgradeListResponse'>['data'][number];

const SHOWN = 50;
const NEWEST_FIRST = { columns: [{ data: 'created_at' }], order: [{ column: 0, dir: 'desc' }] };

type Searched = Pick<DeviceDetail, 'id' | 'mac_id'>;

/** The last upgrades of a device, newest first. The search finds a text anywhere in a row. */
export function useDeviceUpgrades({ mac_id: mac }: Searched) {
  const body = { ...NEWEST_FIRST, search: mac, start: 0, length: SHOWN };
  return api.useQuery('post', '/upgrades/upgrade_list', { body }, poll);
}

export const isOf =
  ({ id }: Pick<Searched, 'id'>) =>
  ({ router_inventory_ids: devices }: ListedUpgrade): boolean =>
    devices.includes(id);

/** The newest upgrade of a device. */
export function useLastUpgrade(device: Searched): ListedUpgrade | undefined {
  return useDeviceUpgrades(device).data?.data.find(isOf(device));
}

/** Why an upgrade failed, as it was last reported. */
export function FailureReason({ id }: { readonly id: number }) {
  const { data } = api.useQuery('get', '/upgrades/{id}.json', { params: { path: { id } } });
  return data ? (data.data.upgrades.message ?? 'no reason was reported') : '';
}
