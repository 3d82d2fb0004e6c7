import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Ranges, useRange } from '../charts/ranges';
import { ClientsSeries, TrafficSeries } from '../charts/series';
import { RouteLink } from '../components/route-link';

/** The clients and the traffic of a network over time. Its devices by their clients are beside its channels. */
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
      <RouteLink to={`/networks/${networkId}?tab=radios`}>Devices by clients</RouteLink>
    </SpaceBetween>
  );
}
