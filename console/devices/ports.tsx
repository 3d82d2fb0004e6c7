import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import type { DeviceDetail } from './device';

type Port = NonNullable<DeviceDetail['ports']>[number];

const bytes = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

/** Received and sent, shortened. */
function traffic(counts: { rx: number; tx: number } | null): string {
  return counts ? `${bytes.format(counts.rx)} / ${bytes.format(counts.tx)}` : '–';
}

/** The ports of a switch as it last reported them. */
export function Ports({ ports }: { readonly ports: readonly Port[] }) {
  return (
    <Table<Port>
      variant="embedded"
      trackBy={({ port_no: number }) => String(number)}
      items={ports}
      ariaLabels={{ tableLabel: 'Ports' }}
      empty={<Box textAlign="center">The switch has not reported its ports yet.</Box>}
      columnDefinitions={[
        {
          id: 'number',
          header: 'Port',
          isRowHeader: true,
          cell: ({ port_no: number, name }) => (name ? `${number} (${name})` : number),
        },
        {
          id: 'status',
          header: 'State',
          cell: ({ status }) => (
            <StatusIndicator type={status === 'UP' ? 'success' : 'stopped'}>
              {status === 'UP' ? 'Up' : 'Down'}
            </StatusIndicator>
          ),
        },
        { id: 'speed', header: 'Speed', cell: ({ speed }) => speed ?? '–' },
        { id: 'duplex', header: 'Duplex', cell: ({ duplex }) => duplex ?? '–' },
        { id: 'rate', header: 'Rate, in / out', cell: ({ rate }) => traffic(rate) },
        { id: 'total', header: 'Total, in / out', cell: ({ total_usage: total }) => traffic(total) },
        { id: 'power', header: 'PoE', cell: ({ power }) => power ?? '–' },
      ]}
    />
  );
}
