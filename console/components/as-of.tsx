import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useState } from 'react';
import { STALE_AFTER_MS } from '../api/polling';
import { formatTime } from './time-zone';

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false } as const;

/** When the data was read; a warning once two refreshes have failed. */
export function AsOf({ at }: { readonly at: number }) {
  const isStale = useIsOlder(at, STALE_AFTER_MS);
  if (at === 0) return null;
  const text = `as of ${formatTime(at, CLOCK)}`;
  return (
    <StatusIndicator type={isStale ? 'warning' : 'info'} colorOverride={isStale ? 'yellow' : 'grey'}>
      {text}
    </StatusIndicator>
  );
}

/** Whether the time is longer ago, checked when that becomes so. */
function useIsOlder(at: number, ageMs: number): boolean {
  const [olderThan, setOlderThan] = useState(0);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setOlderThan(at);
      },
      at + ageMs - Date.now(),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [at, ageMs]);
  return olderThan === at;
}
