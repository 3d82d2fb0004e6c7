import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { pollList } from '../api/polling';
import { CONFIGURATION_STATES, type ConfigurationState } from '../configuration/configuration';
import { ListPage, type Column } from '../list/list-page';
import { pageOf, useListSearch } from '../list/list-search';
import { Time } from '../components/time';
import { useNetworkOptions } from '../pickers/pickers';

type DeviceEvent = Schema<'DeviceEvent'>;

/** What has happened to a device, newest first. */
export function DeviceEvents({ id }: { readonly id: number }) {
  const list = useListSearch<never>();
  const request = { params: { path: { id }, query: pageOf(list.search) } };
  const { data, ...query } = api.useQuery('get', '/v1/devices/{id}/events', request, pollList);
  const networks = new Map(useNetworkOptions().map(({ value, label }) => [value, label]));
  const nameOf = (network: string | number | null): string =>
    network === null ? 'no network' : (networks.get(String(network)) ?? `network ${network}`);
  const columns: Column<DeviceEvent>[] = [
    { id: 'at', header: 'Time', cell: ({ at }) => <Time at={at} hasSeconds /> },
    { id: 'event', header: 'Event', isRowHeader: true, cell: (event) => textOf(event, nameOf) },
  ];
  return (
    <ListPage
      title="Events"
      headingTag="h2"
      query={{ ...query, items: data?.data.events, ...data?.meta }}
      columns={columns}
      rowKey={({ id: event }) => event}
      list={list}
      empty="Nothing has happened to this device yet."
    />
  );
}

function textOf(
  { kind, planned, before, after }: DeviceEvent,
  nameOf: (network: string | number | null) => string,
): string {
  switch (kind) {
    case 'came_up':
      return 'Came up';
    case 'went_down':
      return planned === true ? 'Went down while firmware was being installed' : 'Went down';
    case 'moved':
      return `Moved from ${nameOf(before)} to ${nameOf(after)}`;
    case 'configured':
      return isState(after)
        ? `Configuration: ${CONFIGURATION_STATES[after].label}`
        : `Configured by the template ${after ?? ''}`;
    case 'alert_opened':
      return `Alert: ${after ?? ''}`;
    case 'alert_closed':
      return `Alert has closed: ${after ?? ''}`;
    case 'changed_version':
      return `Changed its version from ${before || 'unknown'} to ${after || 'unknown'}`;
  }
}

function isState(value: string | number | null): value is ConfigurationState {
  return value !== null && Object.hasOwn(CONFIGURATION_STATES, value);
}
