import Box from '@cloudscape-design/components/box';
import Table from '@cloudscape-design/components/table';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { QueryView } from '../components/query-view';
import { Time } from '../components/time';

type Upgrade = Schema<'UpgradeListResponse'>['data'][number];

const SHOWN = 50;
const NEWEST_FIRST = { columns: [{ data: 'created_at' }], order: [{ column: 0, dir: 'desc' }] };

interface DeviceUpgradesProps {
  readonly id: number;
  readonly macId: string;
}

/** The last upgrades of a device, newest first. */
export function DeviceUpgrades({ id, macId }: DeviceUpgradesProps) {
  const body = { ...NEWEST_FIRST, search: macId, start: 0, length: SHOWN };
  const query = api.useQuery('post', '/upgrades/upgrade_list', { body }, poll);
  return (
    <QueryView query={query} what="upgrades">
      {({ data }) => (
        <Table<Upgrade>
          variant="embedded"
          trackBy={({ id: upgrade }) => String(upgrade)}
          // The search finds a text anywhere in a row.
          items={data.filter(({ router_inventory_ids: devices }) => devices.includes(id))}
          ariaLabels={{ tableLabel: 'Upgrades' }}
          empty={<Box textAlign="center">This device has had no upgrade.</Box>}
          columnDefinitions={[
            { id: 'version', header: 'Version', isRowHeader: true, cell: ({ version }) => version },
            { id: 'status', header: 'Status', cell: ({ status }) => status },
            {
              id: 'start',
              header: 'Start',
              cell: ({ schedule_at: at, time_zone: zone }) =>
                at === null ? 'At once' : <Time at={at} siteZone={zone} />,
            },
            { id: 'created', header: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
            { id: 'updated', header: 'Last change', cell: ({ updated_at: at }) => <Time at={at} /> },
          ]}
        />
      )}
    </QueryView>
  );
}
