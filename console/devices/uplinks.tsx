import Box from '@cloudscape-design/components/box';
import Table from '@cloudscape-design/components/table';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { QueryView } from '../components/query-view';

type Uplink = NonNullable<Schema<'InventoryDeviceWithUi'>['uplinks']>[number];

/** The types of uplinks in words. */
const TYPES: Readonly<Record<string, string>> = {
  '1': 'Wired',
  '2': 'Wi-Fi (type 2)',
  '3': 'Wi-Fi (type 3)',
  '4': 'USB',
};

/** How the device reaches the internet: the uplinks of the template that was last applied. */
export function Uplinks({ macId }: { readonly macId: string }) {
  const request = { params: { query: { mac_id: macId, ui: '1' } } };
  const query = api.useQuery('get', '/v1/access_points/list_inventory', request, poll);
  return (
    <QueryView query={query} what="uplinks">
      {({ data: { devices } }) => (
        <Table<Uplink>
          variant="embedded"
          trackBy={({ id }) => String(id)}
          items={devices[0]?.uplinks ?? []}
          ariaLabels={{ tableLabel: 'Uplinks' }}
          empty={<Box textAlign="center">The device has no uplink. Apply a template to add uplinks.</Box>}
          columnDefinitions={[
            {
              id: 'type',
              header: 'Type',
              isRowHeader: true,
              cell: ({ uplink_type: type = '' }) => TYPES[type] ?? type,
            },
            {
              id: 'details',
              header: 'Details',
              cell: ({ details }) => <pre className="json">{JSON.stringify(details, null, 2)}</pre>,
            },
          ]}
        />
      )}
    </QueryView>
  );
}
