import { useState } from 'react';
import { api } from '../api/client';
import { typedCount } from '../components/confirm-dialog';
import { deviceCount } from '../components/device-count';
import { numberOf, type ListSearch } from '../list/list-search';
import type { ConfigurationState } from '../configuration/configuration';
import type { Device, DeviceFilter, DeviceState } from './device';

/** The devices that a change of many is for: some of a page, or all that match a filter. */
export interface DeviceSelection {
  readonly devices: readonly Device[];
  /** The filter, kept by the service; null while single devices are selected. */
  readonly stored: StoredFilter | null;
}

interface StoredFilter {
  readonly id: number;
  readonly count: number;
  /** False: there are more than `count`. */
  readonly isExact: boolean;
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
    mutate(
      { body: { filter: filterOf(search) } },
      {
        onSuccess: ({ data: { selection: id, count, count_is_exact: isExact } }) => {
          setKept({ place, selection: { ...selection, stored: { id, count, isExact } } });
        },
      },
    );
  };
  return { selection, select, selectAll, isPending, error };
}

/** How many devices are selected; more than these when the service did not count them all. */
export function countOf({ devices, stored }: DeviceSelection): number {
  return stored?.count ?? devices.length;
}

const isExact = ({ stored }: DeviceSelection): boolean => stored?.isExact ?? true;

/** Such as "1 device", "2,000 devices" or "at least 2,000 devices". */
export function selectedDevices(selection: DeviceSelection): string {
  return `${isExact(selection) ? '' : 'at least '}${deviceCount(countOf(selection))}`;
}

/** What must be typed before a change of the selected devices: see typedCount. A number that is not exact must be. */
export function typedFor(selection: DeviceSelection, isRisky = false): string | undefined {
  return typedCount(countOf(selection), isRisky || !isExact(selection));
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
