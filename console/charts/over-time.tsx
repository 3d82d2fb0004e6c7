import AreaChart from '@cloudscape-design/components/area-chart';
import Box from '@cloudscape-design/components/box';
import { formatTime } from '../components/time-zone';
import { withBands, type Band } from './bands';

export interface Span {
  readonly from: string;
  readonly to: string;
}

interface OverTimeProps {
  /** Names the chart to screen readers. */
  readonly label: string;
  readonly yTitle: string;
  /** The names of the values of a point. */
  readonly titles: readonly string[];
  /** The colours of the values; by default those of the library. */
  readonly colours?: readonly string[];
  readonly points: readonly { readonly at: string; readonly values: readonly number[] }[];
  /** When the service did not hear devices. */
  readonly deaf: readonly Span[];
  /** What happened at a time, by the name under which it is shown. */
  readonly marks?: readonly { readonly at: string; readonly title: string }[];
  readonly from: Date;
  readonly to: Date;
  /** Up to which value the chart goes at least, so that others can be compared with it. */
  readonly least?: number;
  readonly format?: (value: number) => string;
}

const TICK = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
const UNHEARD = 'Service did not hear devices';

/** The grey of a time in which nothing is known. */
const UNHEARD_COLOUR = '#8c8c94';

/** Values over time, stacked, with bands for times in which nothing was heard and lines for what happened. */
export function OverTime(props: OverTimeProps) {
  const { label, yTitle, titles, points, deaf, marks = [], from, to } = props;
  const { colours = [], least = 1, format = (value: number) => value.toLocaleString() } = props;
  const most = Math.max(least, ...points.map(({ values }) => values.reduce((sum, value) => sum + value, 0)));
  const rows = points.map(({ at, values }) => {
    return {
      at: new Date(at),
      values: Object.fromEntries(titles.map((title, n) => [title, values[n] ?? 0])),
    };
  });
  const bands = [...deaf.map(bandOf), ...marks.map(lineOf)];
  const shown = withBands(rows, bands, most);
  const seriesOf = (title: string) => ({
    title,
    type: 'area' as const,
    data: shown.map(({ at, values }) => ({ x: at, y: values[title] ?? 0 })),
  });
  const kinds = [...new Set(marks.map(({ title }) => title))];
  return (
    <AreaChart<Date>
      height={200}
      xScaleType="time"
      xDomain={[from, to]}
      yDomain={[0, most]}
      xTitle="Time"
      yTitle={yTitle}
      ariaLabel={label}
      hideFilter
      xTickFormatter={(at) => formatTime(at, TICK)}
      yTickFormatter={format}
      series={[
        // First, so that they are painted last and the lines of the others stay above them.
        ...(deaf.length > 0 ? [{ ...seriesOf(UNHEARD), color: UNHEARD_COLOUR }] : []),
        ...kinds.map(seriesOf),
        ...titles.map((title, index) => ({ ...seriesOf(title), ...colourOf(colours[index]) })),
      ]}
      empty={<Box textAlign="center">Nothing was counted in this period.</Box>}
    />
  );
}

function colourOf(color: string | undefined) {
  return color === undefined ? {} : { color };
}

function bandOf({ from, to }: Span): Band {
  return { series: UNHEARD, from: Date.parse(from), to: Date.parse(to) };
}

/** Beside a point of the same time. */
function lineOf({ at, title }: { readonly at: string; readonly title: string }): Band {
  const time = Date.parse(at) + 2;
  return { series: title, from: time, to: time };
}
