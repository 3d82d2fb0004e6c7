import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../api/client';
import { QueryView } from '../components/query-view';
import { OverTime } from './over-time';
import { bitRate } from './units';

interface SeriesProps {
  readonly from: Date;
  /** Absent: all networks of the caller. */
  readonly networkId?: number;
}

const options = { refetchInterval: 60_000, placeholderData: keepPreviousData };

function requestOf({ from, networkId }: SeriesProps) {
  const network = networkId === undefined ? {} : { network_id: networkId };
  return { params: { query: { from: from.toISOString(), ...network } } };
}

/** How many devices were up and down over time. */
export function OnlineSeries(props: SeriesProps) {
  const query = api.useQuery('get', '/v1/series/online', requestOf(props), options);
  return (
    <QueryView query={query} what="chart">
      {({ data: { series } }) => (
        <OverTime
          label="Devices up and down over time"
          yTitle="Devices"
          titles={['Up', 'Down']}
          points={series.points.map(({ at, up, down }) => ({ at, values: [up, down] }))}
          deaf={series.deaf}
          from={props.from}
          to={new Date(query.dataUpdatedAt)}
        />
      )}
    </QueryView>
  );
}

/** How many clients the devices had over time. */
export function ClientsSeries(props: SeriesProps) {
  const query = api.useQuery('get', '/v1/series/clients', requestOf(props), options);
  return (
    <QueryView query={query} what="chart">
      {({ data: { series } }) => (
        <OverTime
          label="Clients over time"
          yTitle="Clients"
          titles={['Clients']}
          points={series.points.map(({ at, clients }) => ({ at, values: [clients] }))}
          deaf={series.deaf}
          from={props.from}
          to={new Date(query.dataUpdatedAt)}
        />
      )}
    </QueryView>
  );
}

/** How much clients sent and received over time. */
export function TrafficSeries(props: SeriesProps) {
  const query = api.useQuery('get', '/v1/series/traffic', requestOf(props), options);
  return (
    <QueryView query={query} what="chart">
      {({ data: { series } }) => (
        <OverTime
          label="Traffic over time"
          yTitle="Bits per second"
          titles={['To clients', 'From clients']}
          points={series.points.map(({ at, rx_bytes: rx, tx_bytes: tx }) => {
            return { at, values: [(8 * tx) / series.step, (8 * rx) / series.step] };
          })}
          deaf={series.deaf}
          from={props.from}
          to={new Date(query.dataUpdatedAt)}
          format={bitRate}
        />
      )}
    </QueryView>
  );
}
