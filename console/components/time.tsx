import { useEffect, useMemo, useState } from 'react';
import { formatInZones, formatTime } from './time-zone';

const SHORT = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false } as const;
const YEAR = { year: 'numeric' } as const;
const THIS_YEAR = new Date().getFullYear();
const SECONDS = { second: '2-digit' } as const;
const FULL = { dateStyle: 'full', timeStyle: 'long' } as const;

interface TimeProps {
  /** ISO 8601; null shows a dash. */
  readonly at: string | null | undefined;
  /** The zone of the site, shown on demand. */
  readonly siteZone?: string | null | undefined;
  /** Where the order of what happens within a minute matters. */
  readonly hasSeconds?: boolean;
}

/** A time in the reader's zone, such as "22 Nov, 14:05"; its tooltip has the year, the zone, and the time at the site. */
export function Time({ at, siteZone, hasSeconds = false }: TimeProps) {
  const title = useTitle(at, siteZone);
  if (!at) return <>–</>;
  const isThisYear = new Date(at).getFullYear() === THIS_YEAR;
  const format = { ...SHORT, ...(isThisYear ? {} : YEAR), ...(hasSeconds ? SECONDS : {}) };
  return (
    <time dateTime={at} title={title}>
      {formatTime(at, format)}
    </time>
  );
}

/** How long ago something was, such as "3 min ago"; the time itself on focus, in the tooltip, and when it is a day ago. */
export function Ago({ at, siteZone }: Omit<TimeProps, 'hasSeconds'>) {
  const title = useTitle(at, siteZone);
  const now = useNow();
  const [isFocused, setFocused] = useState(false);
  if (!at) return <>–</>;
  const text = agoText(now - new Date(at).getTime());
  if (text === null) return <Time at={at} siteZone={siteZone} />;
  return (
    <time
      dateTime={at}
      title={title}
      tabIndex={0}
      onFocus={() => {
        setFocused(true);
      }}
      onBlur={() => {
        setFocused(false);
      }}
    >
      {isFocused ? title : text}
    </time>
  );
}

function useTitle(at: string | null | undefined, siteZone: string | null | undefined): string {
  return useMemo(() => (at ? formatInZones(at, FULL, siteZone) : ''), [at, siteZone]);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How much the clock of the browser may be behind that of the service. */
const AHEAD_MS = 5 * MINUTE_MS;

/** Null for a time to come, and one that is a day ago. */
function agoText(ms: number): string | null {
  if (ms < -AHEAD_MS || ms >= 24 * HOUR_MS) return null;
  if (ms < MINUTE_MS) return 'just now';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ago`;
  return `${Math.floor(ms / HOUR_MS)} h ago`;
}

const TICK_MS = 20_000;

/** The time, which goes on while it is shown. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, TICK_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}
