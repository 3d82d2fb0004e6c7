import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import { RouteLink } from '../components/route-link';
import { LEFT_OUT_REASONS, type LeftOut } from './configuration';

interface LeftOutTableProps {
  readonly items: readonly LeftOut[];
  readonly networkId: number | null;
}

/** What the configuration does not have, and why; nothing when it is complete. */
export function LeftOutTable({ items, networkId }: LeftOutTableProps) {
  if (items.length === 0) return null;
  return (
    <Table<LeftOut>
      variant="embedded"
      items={items}
      ariaLabels={{ tableLabel: 'Left out' }}
      header={
        <Header variant="h2" counter={`(${items.length})`}>
          Left out
        </Header>
      }
      columnDefinitions={[
        {
          id: 'what',
          header: 'What',
          isRowHeader: true,
          cell: ({ ssid_id: ssid }) =>
            ssid === null ? (
              'An uplink'
            ) : (
              <RouteLink to={`/networks/${networkId ?? 0}/ssids/${ssid}`}>SSID {ssid}</RouteLink>
            ),
        },
        { id: 'reason', header: 'Why', cell: ({ reason }) => LEFT_OUT_REASONS[reason] },
        { id: 'field', header: 'Field', cell: ({ field }) => field ?? '–' },
        { id: 'value', header: 'Value', cell: ({ value }) => value ?? '–' },
      ]}
    />
  );
}
