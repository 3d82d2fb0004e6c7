import { api } from '../api/client';
import { pollList } from '../api/polling';
import { useRights } from '../app/me';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { ListPage, type Column } from '../list/list-page';
import { pageOf, useListSearch } from '../list/list-search';
import { RouteLink } from '../components/route-link';
import { upShare, type Network } from './network';

const NetworkDialog = lazyPart(async () => (await import('./network-dialogs')).NewNetworkDialog);

const COLUMNS: readonly Column<Network>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    sortingField: 'network_name',
    cell: ({ id, network_name: name }) => <RouteLink to={`/networks/${id}`}>{name}</RouteLink>,
  },
  {
    id: 'devices',
    header: 'Devices',
    cell: ({ id, device_count: count }) => (
      <RouteLink to={`/devices?network_id=${id}`}>{count.toLocaleString()}</RouteLink>
    ),
  },
  { id: 'up', header: 'Up', cell: upShare },
  { id: 'zone', header: 'Time zone', cell: ({ time_zone: zone }) => zone ?? 'That of the rollout' },
  {
    id: 'windows',
    header: 'Maintenance windows',
    cell: ({ windows }) => (windows === null ? 'Those of the rollout' : windows.length || 'Always open'),
  },
];

/** The networks that the user sees. */
export function NetworksPage() {
  const list = useListSearch<never>();
  const { administer, administer_all: administersAll } = useRights();
  const { sort } = list.search;
  const query = { ...pageOf(list.search), sort: sort as 'network_name' | undefined };
  const { data, ...state } = api.useQuery('get', '/v1/networks', { params: { query } }, pollList);
  return (
    <ListPage
      title="Networks"
      description="Sites with their devices, SSIDs and maintenance windows."
      query={{ ...state, items: data?.data.networks, ...data?.meta }}
      columns={COLUMNS}
      rowKey={({ id }) => String(id)}
      list={list}
      actions={
        administer && (
          <DialogButton
            variant="primary"
            label="Create network"
            disabled={!administersAll}
            disabledReason="Only an administrator of all networks can create one"
            dialog={(close) => <NetworkDialog onClose={close} />}
          />
        )
      }
      empty="There is no network yet. Devices are assigned to networks."
    />
  );
}
