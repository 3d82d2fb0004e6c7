import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import { QueryView } from '../components/query-view';
import { RouteLink } from '../components/route-link';
import { useNetworkAir, type AirDevice, type UsedChannel } from './network-air';
import { BANDS } from './radio-values';

/** The channels on which the radios of a network are on the air, with the devices that share one. */
export function ChannelTable({ networkId }: { readonly networkId: number }) {
  return (
    <QueryView query={useNetworkAir(networkId)} what="channels">
      {({ data: { radios } }) => <Channels channels={radios.channels} devices={radios.devices} />}
    </QueryView>
  );
}

interface ChannelsProps {
  readonly channels: readonly UsedChannel[];
  readonly devices: readonly AirDevice[];
}

function Channels({ channels, devices }: ChannelsProps) {
  const names = new Map(devices.map(({ id, name, mac_id: mac }) => [id, name || mac]));
  return (
    <Table<UsedChannel>
      variant="embedded"
      items={channels}
      ariaLabels={{ tableLabel: 'Channels on the air' }}
      header={
        <Header variant="h2" description="Devices on one channel that hear each other share its air">
          Channels on the air
        </Header>
      }
      empty={
        <Box textAlign="center">No radio of the network is on the air, or no device reports its radios.</Box>
      }
      columnDefinitions={[
        { id: 'band', header: 'Band', cell: ({ band }) => BANDS[band] },
        { id: 'channel', header: 'Channel', isRowHeader: true, cell: ({ channel }) => channel },
        { id: 'radios', header: 'Radios', cell: ({ radios }) => <Shared radios={radios} /> },
        { id: 'clients', header: 'Clients', cell: ({ clients }) => clients.toLocaleString() },
        {
          id: 'busy',
          header: 'Busiest',
          cell: ({ busy_percent: busy }) => (busy === null ? '–' : `${Math.round(busy)} %`),
        },
        {
          id: 'devices',
          header: 'Devices',
          cell: ({ device_ids: ids, radios }) => (
            <>
              {ids.map((id, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <RouteLink to={`/devices/${id}?tab=radios`}>{names.get(id) ?? `Device ${id}`}</RouteLink>
                </span>
              ))}
              {radios > ids.length && ids.length >= MAX_IDS && ' …'}
            </>
          ),
        },
      ]}
    />
  );
}

/** The answer has no more devices of a channel. */
const MAX_IDS = 20;

function Shared({ radios }: { readonly radios: number }) {
  if (radios === 1) return <>1</>;
  return <StatusIndicator type="warning">{radios.toLocaleString()} share the channel</StatusIndicator>;
}
