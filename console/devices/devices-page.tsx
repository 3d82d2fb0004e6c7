import type { ReactNode } from 'react';
import { useRights } from '../app/me';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useColumns } from '../components/columns';
import { CsvButton } from '../components/csv-button';
import { DialogButton } from '../components/dialog-button';
import { CONFIGURATION_STATES } from '../configuration/configuration';
import { lazyPart } from '../components/lazy-part';
import { ListPage, type Column } from '../list/list-page';
import { useListSearch, type ListSearch } from '../list/list-search';
import { RouteLink } from '../components/route-link';
import { Ago } from '../components/time';
import { useNetworkOptions, usePartOptions, useTagOptions } from '../pickers/pickers';
import { DEVICE_STATES, useDevices, type Device, type DeviceFilter } from './device';
import { DeviceState } from './device-state';
import { useSelection } from './selection';

const ClaimDialog = lazyPart(async () => (await import('./claim-dialog')).ClaimDialog);
const BulkBar = lazyPart(async () => (await import('./bulk-bar')).BulkBar);

const COLUMNS: readonly Column<Device>[] = [
  { id: 'state', header: 'State', cell: ({ state }) => <DeviceState state={state} />, minWidth: 90 },
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    sortingField: 'name',
    cell: ({ id, name, mac_id: mac }) => <RouteLink to={`/devices/${id}`}>{name || mac}</RouteLink>,
  },
  { id: 'mac', header: 'MAC', sortingField: 'mac_id', cell: ({ mac_id: mac }) => mac },
  {
    id: 'serial',
    header: 'Serial',
    sortingField: 'serial_number',
    cell: ({ serial_number: serial }) => serial,
  },
  {
    id: 'part',
    header: 'Part',
    sortingField: 'hardware_name',
    cell: ({ part_number: part }) => <span className="unbroken">{part}</span>,
  },
  { id: 'version', header: 'Version', sortingField: 'version', cell: ({ version }) => version || '–' },
  {
    id: 'network',
    header: 'Network',
    sortingField: 'network_name',
    cell: ({ network_id: id, network_name: name }) =>
      id === null ? 'None' : <RouteLink to={`/networks/${id}`}>{name ?? String(id)}</RouteLink>,
  },
  { id: 'tags', header: 'Tags', cell: ({ tags }) => tags.map(({ name }) => name).join(', ') || '–' },
  {
    id: 'heard',
    header: 'Last heard',
    sortingField: 'last_heard_at',
    cell: ({ last_heard_at: at }) => <Ago at={at} />,
  },
];

const STATES = Object.entries(DEVICE_STATES).map(([value, { label }]) => ({ value, label }));
const CONFIGURATIONS = [
  ...Object.entries(CONFIGURATION_STATES).map(([value, { label }]) => ({ value, label })),
  { value: 'left_out', label: 'Incomplete' },
];
/** What the service finds in all networks; other states need a network. */
const INDEXED: ReadonlySet<string> = new Set(['failed', 'rolled_back', 'drifted', 'left_out']);
const SIZES = [{ value: '100', label: '100' }];

/** The devices that the user sees. */
export function DevicesPage() {
  const list = useListSearch<DeviceFilter>();
  const { data, ...query } = useDevices(list.search);
  const { columns, choice } = useColumns('devices', COLUMNS);
  const selected = useSelection(list.search);
  const { change, manage_inventory: mayClaim } = useRights();
  const networks = useNetworkOptions();
  const tags = useTagOptions();
  const parts = usePartOptions();
  return (
    <ListPage
      title="Devices"
      query={{ ...query, items: data?.data.devices, ...data?.meta }}
      columns={columns}
      actions={<Actions search={list.search} columnChoice={choice} mayClaim={mayClaim} />}
      rowKey={({ id }) => String(id)}
      list={list}
      filters={[
        { name: 'search', label: 'Search' },
        { name: 'state', label: 'State', options: STATES },
        {
          name: 'network_id',
          label: 'Network',
          options: [{ value: '0', label: 'Without a network' }, ...networks],
        },
        { name: 'tag_id', label: 'Tag', options: tags },
        { name: 'part_number', label: 'Part', options: parts },
        { name: 'version', label: 'Version' },
        {
          name: 'configuration',
          label: 'Configuration',
          options: CONFIGURATIONS.filter(({ value }) => list.search.network_id ?? INDEXED.has(value)),
        },
        { name: 'per_page', label: 'Rows', options: SIZES, none: '50' },
      ]}
      selection={
        change
          ? {
              selectedItems: [...selected.selection.devices],
              onSelectionChange: ({ detail }) => {
                selected.select(detail.selectedItems);
              },
              ariaLabels: {
                selectionGroupLabel: 'Devices',
                allItemsSelectionLabel: () => 'Select all devices of this page',
                itemSelectionLabel: (_data, { name, mac_id: mac }) => `Select ${name || mac}`,
              },
            }
          : undefined
      }
      notice={
        selected.selection.devices.length > 0 && (
          <BulkBar state={selected} total={data?.meta.total} isExact={data?.meta.total_is_exact} />
        )
      }
      empty="There is no device yet. Devices are claimed by their serial numbers."
    />
  );
}

interface ActionsProps {
  readonly search: ListSearch<DeviceFilter>;
  readonly columnChoice: ReactNode;
  readonly mayClaim: boolean;
}

function Actions({ search, columnChoice, mayClaim }: ActionsProps) {
  return (
    <SpaceBetween direction="horizontal" size="xs">
      {columnChoice}
      <CsvButton path="/v1/devices" filters={{ ...search, cursor: undefined, per_page: undefined }} />
      {mayClaim && (
        <DialogButton
          variant="primary"
          label="Add devices"
          dialog={(close) => <ClaimDialog onClose={close} />}
        />
      )}
    </SpaceBetween>
  );
}
