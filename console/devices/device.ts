import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll, pollList } from '../api/polling';
import type { ConfigurationState } from '../configuration/configuration';
import { numberOf, pageOf, type ListSearch } from '../list/list-search';

export type Device = Schema<'Device'>;
export type DeviceDetail = Schema<'DeviceDetail'>;
export type DeviceState = Device['state'];

export const DEVICE_STATES: Readonly<
  Record<DeviceState, { label: string; type: StatusIndicatorProps.Type }>
> = {
  up: { label: 'Up', type: 'success' },
  down: { label: 'Down', type: 'error' },
  never_heard: { label: 'Never heard', type: 'pending' },
};

export type DeviceFilter =
  | 'search'
  | 'state'
  | 'network_id'
  | 'tag_id'
  | 'part_number'
  | 'version'
  | 'last_heard_before'
  | 'configuration';

/** The devices that match the filters of the URL. */
export function useDevices(search: ListSearch<DeviceFilter>) {
  const { state, configuration, network_id: network, tag_id: tag, sort, ...rest } = search;
  const query = {
    ...rest,
    ...pageOf(search),
    state: state as DeviceState | undefined,
    configuration: configuration as ConfigurationState | undefined,
    network_id: numberOf(network),
    tag_id: numberOf(tag),
    sort: sort as 'name' | undefined,
  };
  const { data, ...list } = api.useQuery('get', '/v1/devices', { params: { query } }, pollList);
  // The operation can also answer with a file, which the console downloads by a link.
  return { ...list, data: typeof data === 'string' ? undefined : data };
}

export function useDevice(id: number) {
  return api.useQuery('get', '/v1/devices/{id}', { params: { path: { id } } }, poll);
}
