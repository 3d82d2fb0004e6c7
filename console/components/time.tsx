import { useMemo } from 'react';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const SHORT = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

interface TimeProps {
  /** ISO 8601; null shows a dash. */
  readonly at: string | null | undefined;
  /** The zone of the site, shown on demand. */
  readonly siteZone?: string | null | undefined;
}

/** A time in the reader's zone; its tooltip has the year, the zone, and the time at the site. */
export function Time({ at, siteZone }: TimeProps) {
  const title = useMemo(() => (at ? fullTime(at, siteZone) : ''), [at, siteZone]);
  if (!at) return <>–</>;
  return (
    <time dateTime={at} title={title}>
      {shortTime(at)}
    </time>
  );
}

/** Such as "22 Nov, 14:05:09", in the reader's zone. */
function shortTime(at: string): string {
  return new Date(at).toLocaleString(undefined, { ...SHORT, hour12: false });
}

function fullTime(at: string, siteZone: string | null | undefined): string {
  const inZone = (timeZone: string): string =>
    `${new Date(at).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long', timeZone })} (${timeZone})`;
  return siteZone && siteZone !== ZONE ? `${inZone(ZONE)}\n${inZone(siteZone)}` : inZone(ZONE);
}
