import { api } from '../api/client';
import { poll } from '../api/polling';

/** The devices of a network by their clients, and the channels of their radios. */
export function useNetworkAir(id: number) {
  return api.useQuery('get', '/v1/networks/{id}/radios', { params: { path: { id } } }, poll);
}

type Air = NonNullable<ReturnType<typeof useNetworkAir>['data']>['data']['radios'];
export type AirDevice = Air['devices'][number];
export type UsedChannel = Air['channels'][number];
