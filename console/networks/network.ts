import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { wholePercent } from '../components/percent';

export type Network = Schema<'Network'>;

/** One network with the settings of its configuration, which lists do not have. */
export type NetworkDetail = Schema<'NetworkAnswer'>['data']['network'];

export function useNetwork(id: number) {
  return api.useQuery('get', '/v1/networks/{id}', { params: { path: { id } } }, poll);
}

/** The share of a network's devices that are up; null where it is not counted. */
export function upShare({ device_count: devices, up_count: up }: Network): string {
  if (up === null) return '–';
  return devices === 0 ? 'No devices' : `${up.toLocaleString()} (${wholePercent(up, devices)} %)`;
}
