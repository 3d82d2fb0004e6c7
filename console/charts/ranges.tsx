import { useLocation } from '@tanstack/react-router';
import { RouteLink } from '../components/route-link';

const HOUR_MS = 3_600_000;
const RANGES = {
  '24h': { label: '24 hours', hours: 24 },
  '7d': { label: '7 days', hours: 7 * 24 },
  '30d': { label: '30 days', hours: 30 * 24 },
} as const;

type Range = keyof typeof RANGES;

const isRange = (text: string | undefined): text is Range => text !== undefined && text in RANGES;

/** The range of the URL; its start is at a whole hour, so that a query stays the same for an hour. */
export function useRange(): { range: Range; from: Date } {
  const { range: chosen }: { range?: string } = useLocation().search;
  const range = isRange(chosen) ? chosen : '24h';
  return { range, from: hoursAgo(RANGES[range].hours) };
}

/** Before the last whole hour. */
export function hoursAgo(hours: number): Date {
  return new Date((Math.floor(Date.now() / HOUR_MS) - hours) * HOUR_MS);
}

interface RangesProps {
  /** The path that a range is appended to as its last parameter. */
  readonly path: string;
  /** In hours; by default all ranges are offered. */
  readonly longest?: number;
}

export function Ranges({ path, longest = Infinity }: RangesProps) {
  const { range: chosen } = useRange();
  return (
    <ul className="ranges" aria-label="Range of the chart">
      {Object.entries(RANGES)
        .filter(([, { hours }]) => hours <= longest)
        .map(([range, { label }]) => (
          <li key={range} aria-current={range === chosen}>
            {range === chosen ? label : <RouteLink to={`${path}range=${range}`}>{label}</RouteLink>}
          </li>
        ))}
    </ul>
  );
}
