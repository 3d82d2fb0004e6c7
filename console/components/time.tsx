import { useMemo } from 'react';
import { formatInZones, formatTime } from './time-zone';

const SHORT = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
} as const;
const FULL = { dateStyle: 'full', timeStyle: 'long' } as const;

interface TimeProps {
  /** ISO 8601; null shows a dash. */
  readonly at: string | null | undefined;
  /** The zone of the site, shown on demand. */
  readonly siteZone?: string | null | undefined;
}

/** A time in the reader's zone, such as "22 Nov, 14:05:09"; its tooltip has the year, the zone, and the time at the site. */
export function Time({ at, siteZone }: TimeProps) {
  const title = useMemo(() => (at ? formatInZones(at, FULL, siteZone) : ''), [at, siteZone]);
  if (!at) return <>–</>;
  return (
    <time dateTime={at} title={title}>
      {formatTime(at, SHORT)}
    </time>
  );
}
