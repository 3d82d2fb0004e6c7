import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll } from '../api/polling';

export type Ssid = Schema<'Ssid'>;

export function useSsid(id: number) {
  return api.useQuery('get', '/v1/network_ssids/{id}', { params: { path: { id } } }, poll);
}
