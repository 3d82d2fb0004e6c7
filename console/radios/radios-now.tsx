import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import type { Schema } from '../api/answer';
import type { DeviceDetail } from '../devices/device';
import { BANDS, type Band, type Radio } from './radio-values';

type ReportedRadio = Schema<'ReportedRadio'>;

interface RadiosNowProps {
  readonly device: DeviceDetail;
  /** The settings of its network. */
  readonly inherited: Radio | null;
}

/** The radios as the device reported them last, beside what is set. */
export function RadiosNow({ device, inherited }: RadiosNowProps) {
  const { wifi } = device;
  const set = <Name extends 'channel' | 'width_mhz'>(band: Band | null, name: Name) =>
    band && (device.radio.bands[band][name] ?? inherited?.bands[band][name] ?? null);
  const beside = (now: number | null, wanted: number | string | null, unit = '') => {
    const shown = now === null ? '–' : `${now}${unit}`;
    return wanted === null || wanted === now
      ? shown
      : `${shown} (set: ${wanted}${wanted === 'auto' ? '' : unit})`;
  };
  return (
    <Table<ReportedRadio>
      variant="embedded"
      items={wifi?.radios ?? []}
      ariaLabels={{ tableLabel: 'On the air' }}
      header={
        <Header variant="h2" description={`As the device reported it last${clientsText(wifi?.clients)}`}>
          On the air
        </Header>
      }
      empty={<Box textAlign="center">The device has not reported its radios.</Box>}
      columnDefinitions={[
        { id: 'name', header: 'Radio', isRowHeader: true, cell: ({ name }) => name ?? '–' },
        { id: 'band', header: 'Band', cell: ({ band }) => (band ? BANDS[band] : '–') },
        { id: 'state', header: 'State', cell: (radio) => <RadioState radio={radio} /> },
        {
          id: 'channel',
          header: 'Channel',
          cell: ({ band, channel }) => beside(channel, set(band, 'channel')),
        },
        {
          id: 'width',
          header: 'Width',
          cell: ({ band, width_mhz: width }) => beside(width, set(band, 'width_mhz'), ' MHz'),
        },
        {
          id: 'busy',
          header: 'Busy',
          cell: ({ busy_percent: busy }) => (busy === null ? '–' : `${Math.round(busy)} %`),
        },
        { id: 'clients', header: 'Clients', cell: ({ clients }) => clients?.toLocaleString() ?? '–' },
        { id: 'crashes', header: 'Crashes', cell: ({ crashes }) => crashes?.toLocaleString() ?? '–' },
      ]}
    />
  );
}

function clientsText(clients: number | null | undefined): string {
  if (clients === null || clients === undefined) return '';
  return clients === 1 ? ', with 1 client' : `, with ${clients.toLocaleString()} clients`;
}

function RadioState({ radio: { on, up } }: { readonly radio: ReportedRadio }) {
  if (up === true) return <StatusIndicator>On the air</StatusIndicator>;
  if (on === false) return <StatusIndicator type="stopped">Off</StatusIndicator>;
  if (up === false) return <StatusIndicator type="error">Not on the air</StatusIndicator>;
  return <>–</>;
}
