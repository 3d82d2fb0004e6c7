import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { useMayChange } from '../app/me';
import { QueryView } from '../components/query-view';
import { RouteLink, useGoTo } from '../components/route-link';
import type { Ssid } from '../ssids/ssid';

/** The SSIDs of a network. */
export function NetworkSsids({ networkId }: { readonly networkId: number }) {
  const goTo = useGoTo();
  const mayChange = useMayChange(networkId);
  const request = { params: { query: { network_id: networkId } } };
  const query = api.useQuery('get', '/v1/network_ssids', request, poll);
  return (
    <QueryView query={query} what="SSIDs">
      {({ data }) => (
        <Table<Ssid>
          variant="embedded"
          trackBy={({ id }) => String(id)}
          items={data.network_ssids}
          ariaLabels={{ tableLabel: 'SSIDs' }}
          header={
            <Header
              variant="h2"
              counter={`(${data.network_ssids.length})`}
              actions={
                mayChange && (
                  <Button
                    onClick={() => {
                      goTo(`/networks/${networkId}/ssids/new`);
                    }}
                  >
                    Create SSID
                  </Button>
                )
              }
            >
              SSIDs
            </Header>
          }
          empty={<Box textAlign="center">This network has no SSID.</Box>}
          columnDefinitions={[
            {
              id: 'name',
              header: 'Name',
              isRowHeader: true,
              cell: ({ id, ssid_name: name }) => (
                <RouteLink to={`/networks/${networkId}/ssids/${id}`}>{name}</RouteLink>
              ),
            },
            {
              id: 'state',
              header: 'State',
              cell: ({ is_enabled: isEnabled }) => (
                <StatusIndicator type={isEnabled ? 'success' : 'stopped'}>
                  {isEnabled ? 'Enabled' : 'Disabled'}
                </StatusIndicator>
              ),
            },
            { id: 'hidden', header: 'Hidden', cell: ({ is_hidden: isHidden }) => (isHidden ? 'Yes' : 'No') },
            {
              id: 'isolate',
              header: 'Clients isolated',
              cell: ({ is_isolate: isolates }) => (isolates ? 'Yes' : 'No'),
            },
            {
              id: 'limit',
              header: 'Maximum number of clients',
              cell: ({ max_association: most }) => most?.toLocaleString() ?? 'No limit',
            },
          ]}
        />
      )}
    </QueryView>
  );
}
