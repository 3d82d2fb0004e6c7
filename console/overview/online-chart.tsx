import AreaChart from '@cloudscape-design/components/area-chart';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { keepPreviousData } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { api } from '../api/client';
import { QueryView } from '../components/query-view';
import { RouteLink } from '../components/route-link';
import { formatTime } from '../components/time-zone';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const RANGES = {
  '24h': { label: '24 hours', hours: 24 },
  '7d': { label: '7 days', hours: 7 * 24 },
  '30d': { label: '30 days', hours: 30 * 24 },
} as const;

type Range = keyof typeof RANGES;

const isRange = (text: string | undefined): text is Range => text !== undefined && text in RANGES;

/** How many devices were up and down over time; the range is in the URL. */
export function OnlineChart() {
  const { range: chosen }: { range?: string } = useLocation().search;
  const range = isRange(chosen) ? chosen : '24h';
  const from = startOf(range);
  const request = { params: { query: { from: from.toISOString() } } };
  const options = { refetchInterval: MINUTE_MS, placeholderData: keepPreviousData };
  const query = api.useQuery('get', '/v1/series/online', request, options);
  return (
    <Container
      header={
        <Header variant="h2" actions={<Ranges chosen={range} />}>
          Online over time
        </Header>
      }
    >
      <QueryView query={query} what="chart">
        {({ data: { series } }) => (
          <Chart points={series.points} deaf={series.deaf} from={from} to={new Date(query.dataUpdatedAt)} />
        )}
      </QueryView>
    </Container>
  );
}

/** The start of the range, at a whole hour, so that the query stays the same for an hour. */
function startOf(range: Range): Date {
  return new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - RANGES[range].hours * HOUR_MS);
}

function Ranges({ chosen }: { chosen: Range }) {
  return (
    <ul className="ranges" aria-label="Range of the chart">
      {Object.entries(RANGES).map(([range, { label }]) => (
        <li key={range} aria-current={range === chosen}>
          {range === chosen ? label : <RouteLink to={`/?range=${range}`}>{label}</RouteLink>}
        </li>
      ))}
    </ul>
  );
}

interface ChartProps {
  /** When the service did not hear devices. */
  readonly deaf: readonly { readonly from: string; readonly to: string }[];
  readonly points: readonly { readonly at: string; readonly up: number; readonly down: number }[];
  readonly from: Date;
  readonly to: Date;
}

const TICK = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;

/** The grey of a time in which nothing is known. */
const UNHEARD_COLOUR = '#8c8c94';

function Chart({ points, deaf, from, to }: ChartProps) {
  const most = Math.max(1, ...points.map(({ up, down }) => up + down));
  const shown = withBands(points, deaf, most);
  const seriesOf = (name: 'up' | 'down' | 'unheard') =>
    shown.map((point) => ({ x: point.at, y: point[name] }));
  return (
    <AreaChart<Date>
      height={200}
      xScaleType="time"
      xDomain={[from, to]}
      yDomain={[0, most]}
      xTitle="Time"
      yTitle="Devices"
      ariaLabel="Devices up and down over time"
      hideFilter
      xTickFormatter={(at) => formatTime(at, TICK)}
      yTickFormatter={(count) => count.toLocaleString()}
      series={[
        // First, so that it is painted last and the lines of the others stay above it.
        ...(deaf.length > 0
          ? [
              {
                title: 'Service did not hear devices',
                type: 'area' as const,
                data: seriesOf('unheard'),
                color: UNHEARD_COLOUR,
              },
            ]
          : []),
        { title: 'Up', type: 'area', data: seriesOf('up') },
        { title: 'Down', type: 'area', data: seriesOf('down') },
      ]}
      empty={<Box textAlign="center">Nothing was counted in this period.</Box>}
    />
  );
}

interface ShownPoint {
  readonly at: Date;
  readonly up: number;
  readonly down: number;
  readonly unheard: number;
}

/** The points, with a band over the whole height for each time in which the service did not hear devices. */
export function withBands(
  points: ChartProps['points'],
  deaf: ChartProps['deaf'],
  most: number,
): ShownPoint[] {
  const bands = deaf.map((span) => ({ from: Date.parse(span.from), to: Date.parse(span.to) }));
  const counted = points
    .map(({ at, up, down }) => ({ at: new Date(at), up, down, unheard: 0 }))
    .filter(({ at }) => !bands.some(({ from, to }) => from <= at.getTime() && at.getTime() <= to));
  const nothing = { up: 0, down: 0, unheard: 0 };
  const edges = bands.flatMap(({ from, to }) => {
    const before = counted.findLast(({ at }) => at.getTime() < from) ?? nothing;
    const after = counted.find(({ at }) => at.getTime() > to) ?? before;
    return [
      { ...before, at: new Date(from - 1) },
      { ...nothing, at: new Date(from), unheard: most },
      { ...nothing, at: new Date(to), unheard: most },
      { ...after, at: new Date(to + 1) },
    ];
  });
  return [...counted, ...edges].sort((one, other) => one.at.getTime() - other.at.getTime());
}
