import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import { QueryView } from '../components/query-view';
import { RouteLink } from '../components/route-link';
import { useNetworkAir, type AirDevice } from './network-air';

/** The devices of a network by their clients. */
export function ClientTable({ networkId }: { readonly networkId: number }) {
  return (
    <QueryView query={useNetworkAir(networkId)} what="devices">
      {({ data: { radios } }) => <Devices devices={radios.devices} isPart={radios.is_part} />}
    </QueryView>
  );
}

function Devices({ devices, isPart }: { readonly devices: readonly AirDevice[]; readonly isPart: boolean }) {
  return (
    <Table<AirDevice>
      variant="embedded"
      items={devices}
      ariaLabels={{ tableLabel: 'Devices by clients' }}
      header={
        <Header variant="h2" description={isPart ? 'Not all devices of the network are shown' : undefined}>
          Devices by clients
        </Header>
      }
      empty={<Box textAlign="center">The network has no access points.</Box>}
      columnDefinitions={[
        {
          id: 'name',
          header: 'Device',
          isRowHeader: true,
          cell: ({ id, name, mac_id: mac }) => (
            <RouteLink to={`/devices/${id}?tab=radios`}>{name || mac}</RouteLink>
          ),
        },
        { id: 'state', header: 'State', cell: ({ is_up: isUp }) => (isUp ? 'Up' : 'Not up') },
        { id: 'clients', header: 'Clients', cell: ({ clients }) => clients?.toLocaleString() ?? '–' },
        { id: 'radios', header: 'On channels', cell: ({ radios }) => channelsOf(radios) },
      ]}
    />
  );
}

function channelsOf(radios: AirDevice['radios']): string {
  const channels = radios.flatMap(({ up, channel }) => (up === true && channel !== null ? [channel] : []));
  return channels.join(', ') || '–';
}
