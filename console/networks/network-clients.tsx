import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import { Ranges, useRange } from '../charts/ranges';
import { ClientsSeries, TrafficSeries } from '../charts/series';
import { QueryView } from '../components/query-view';
import { RouteLink } from '../components/route-link';
import { useNetworkAir, type AirDevice } from '../radios/network-air';

/** The clients and the traffic of a network over time, and its devices by their clients. */
export function NetworkClients({ networkId }: { readonly networkId: number }) {
  const { from } = useRange();
  return (
    <SpaceBetween size="l">
      <Header variant="h2" actions={<Ranges path={`/networks/${networkId}?tab=clients&`} />}>
        Clients over time
      </Header>
      <ClientsSeries from={from} networkId={networkId} />
      <Header variant="h2">Traffic over time</Header>
      <TrafficSeries from={from} networkId={networkId} />
      <QueryView query={useNetworkAir(networkId)} what="devices">
        {({ data: { radios } }) => <Devices devices={radios.devices} isPart={radios.is_part} />}
      </QueryView>
    </SpaceBetween>
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
