import { useState } from 'react';
import { api } from '../api/client';
import { numberOf, type ListSearch } from '../components/list-search';
import type { ConfigurationState } from '../configuration/configuration';
import type { Device, DeviceFilter, DeviceState } from './device';

/** The devices that a change of many is for: some of a page, or all that match a filter. */
export interface DeviceSelection {
  readonly devices: readonly Device[];
  /** The filter, kept by the service; null while single devices are selected. */
  readonly stored: { readonly id: number; readonly count: number } | null;
}

const NONE: DeviceSelection = { devices: [], stored: null };

/** The selection of the list; it ends when the filters or the page change. */
export function useSelection(search: ListSearch<DeviceFilter>) {
  const place = JSON.stringify(search);
  const [kept, setKept] = useState({ place, selection: NONE });
  const selection = kept.place === place ? kept.selection : NONE;
  const { mutate, isPending, error } = api.useMutation('post', '/v1/selections');
  const select = (devices: readonly Device[]): void => {
    setKept({ place, selection: { devices, stored: null } });
  };
  const selectAll = (): void => {
    const onSuccess = ({ data }: { data: { selection: number; count: number } }): void => {
      const stored = { id: data.selection, count: data.count };
      setKept({ place, selection: { ...selection, stored } });
    };
    mutate({ body: { filter: filterOf(search) } }, { onSuccess });
  };
  return { selection, select, selectAll, isPending, error };
}

/** How many devices are selected. */
export function countOf({ devices, stored }: DeviceSelection): number {
  return stored?.count ?? devices.length;
}

function filterOf({ state, network_id: network, tag_id: tag, ...rest }: ListSearch<DeviceFilter>) {
  const { search, configuration, part_number, version, last_heard_before } = rest;
  return {
    search,
    part_number,
    version,
    last_heard_before,
    state: state as DeviceState | undefined,
    configuration: configuration as ConfigurationState | undefined,
    network_id: numberOf(network),
    tag_id: numberOf(tag),
  };
}
