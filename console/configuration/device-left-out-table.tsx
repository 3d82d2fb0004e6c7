import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import { RouteLink } from '../components/route-link';
import type { DeviceReport } from './configuration';

type Item = DeviceReport['left_out'][number];

interface DeviceLeftOutTableProps {
  readonly items: readonly Item[];
  readonly networkId: number | null;
}

/** What the device cannot do of its configuration, and why; nothing when it does all of it. */
export function DeviceLeftOutTable({ items, networkId }: DeviceLeftOutTableProps) {
  if (items.length === 0) return null;
  return (
    <Table<Item>
      variant="embedded"
      items={items}
      ariaLabels={{ tableLabel: 'Left out by the device' }}
      header={
        <Header variant="h2" counter={`(${items.length})`}>
          Left out by the device
        </Header>
      }
      columnDefinitions={[
        {
          id: 'what',
          header: 'What',
          isRowHeader: true,
          cell: ({ ssid_id: ssid }) =>
            ssid === 0 ? (
              'The device'
            ) : (
              <RouteLink to={`/networks/${networkId ?? 0}/ssids/${ssid}`}>SSID {ssid}</RouteLink>
            ),
        },
        { id: 'feature', header: 'Feature', cell: ({ feature }) => feature },
        { id: 'field', header: 'Field', cell: ({ field }) => field ?? '–' },
        { id: 'message', header: 'Why', cell: ({ message }) => message ?? '–' },
      ]}
    />
  );
}
