import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { hasFullAccess, useMe } from '../app/me';

export type Ssid = Schema<'Ssid'>;

export function useSsid(id: number) {
  return api.useQuery('get', '/v1/network_ssids/{id}', { params: { path: { id } } }, poll);
}

/** Whether the user can change the SSIDs of the network: a right to change, and full access to it. */
export function useMayChange(networkId: number): boolean {
  const { rights, networks } = useMe();
  return rights.change && hasFullAccess(networks, networkId);
}
