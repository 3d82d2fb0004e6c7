import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../api/client';
import { OverTime } from '../charts/over-time';
import { hoursAgo, Ranges, useRange } from '../charts/ranges';
import { bitRate } from '../charts/units';
import { QueryView } from '../components/query-view';

const WEEK_HOURS = 7 * 24;
const MARKS = { upgrade: 'Upgrade', edit: 'Edit', restart: 'Restart' } as const;

const PLOTS = [
  { title: 'Clients', yTitle: 'Clients', titles: ['Clients'] },
  { title: 'Traffic', yTitle: 'Bits per second', titles: ['To clients', 'From clients'], format: bitRate },
  { title: 'Busiest channel', yTitle: 'Busy (%)', titles: ['Busy'] },
  { title: 'Free memory', yTitle: 'MB', titles: ['Free'] },
] as const;

/** What the device measured in the last day or week, with its upgrades, restarts and edits. */
export function DeviceMeasurements({ id }: { readonly id: number }) {
  const chosen = useRange().from;
  const longest = hoursAgo(WEEK_HOURS);
  const from = chosen < longest ? longest : chosen;
  const request = { params: { path: { id }, query: { from: from.toISOString() } } };
  const options = { refetchInterval: 60_000, placeholderData: keepPreviousData };
  const query = api.useQuery('get', '/v1/devices/{id}/series', request, options);
  return (
    <SpaceBetween size="l">
      <Header
        variant="h2"
        description="Every half hour"
        actions={<Ranges path={`/devices/${id}?tab=history&`} longest={WEEK_HOURS} />}
      >
        Measurements
      </Header>
      <QueryView query={query} what="measurements">
        {({ data: { series } }) => {
          const marks = series.marks.map(({ at, kind }) => ({ at, title: MARKS[kind] }));
          const points = series.points.map((point) => ({
            at: point.at,
            values: valuesOf(point, series.step),
          }));
          return (
            <SpaceBetween size="l">
              {PLOTS.map((plot, index) => (
                <section key={plot.title}>
                  <Header variant="h3">{plot.title}</Header>
                  <OverTime
                    {...plot}
                    label={`${plot.title} of the device over time`}
                    points={points.map(({ at, values }) => ({ at, values: values[index] ?? [] }))}
                    deaf={series.deaf}
                    marks={marks}
                    from={from}
                    to={new Date(query.dataUpdatedAt)}
                  />
                </section>
              ))}
            </SpaceBetween>
          );
        }}
      </QueryView>
    </SpaceBetween>
  );
}

interface Point {
  readonly clients: number | null;
  readonly rx_bytes: number | null;
  readonly tx_bytes: number | null;
  readonly busy_percent: number | null;
  readonly mem_free_kb: number | null;
}

/** The values of each plot; what was not measured is drawn as 0. */
function valuesOf(point: Point, step: number): number[][] {
  const { clients, rx_bytes: rx, tx_bytes: tx, busy_percent: busy, mem_free_kb: free } = point;
  return [
    [clients ?? 0],
    [(8 * (tx ?? 0)) / step, (8 * (rx ?? 0)) / step],
    [busy ?? 0],
    [Math.round((free ?? 0) / 1024)],
  ];
}
