import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useEffect, useState } from 'react';
import type { ApiError } from '../api/api-error';
import { toApiError } from '../api/api-error';

interface ErrorBarProps {
  readonly error: unknown;
  /** Repeats the request. */
  readonly retry?: (() => void) | undefined;
}

/** A refusal that belongs to no field, with the request's id; repeats by itself when the service says after how long. */
export function ErrorBar({ error, retry }: ErrorBarProps) {
  if (error === null || error === undefined) return null;
  return <Refusal key={toApiError(error).requestId} error={toApiError(error)} retry={retry} />;
}

function Refusal({ error, retry }: { error: ApiError; retry?: (() => void) | undefined }) {
  const left = useCountdown(retry ? error.retryAfterS : null, retry);
  const details = [
    error.code === null ? null : `error ${error.code}`,
    error.requestId && `request ${error.requestId}`,
  ];
  return (
    <Alert
      type="error"
      header={headerOf(error)}
      action={retry && <Button onClick={retry}>{left === null ? 'Retry' : `Retry (in ${left} s)`}</Button>}
    >
      {error.faults.length > 0 && (
        <ul>
          {error.faults.map(({ path, msg }) => (
            <li key={`${path} ${msg}`}>{path === '' ? msg : `${path} ${msg}`}</li>
          ))}
        </ul>
      )}
      <Box variant="small">{details.filter(Boolean).join(' · ')}</Box>
    </Alert>
  );
}

function headerOf({ status, message }: ApiError): string {
  return status === 412 ? 'The record has changed since this page read it' : message;
}

/** Seconds until `done` is called; null without a wait. */
function useCountdown(seconds: number | null, done?: () => void): number | null {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left === null) return undefined;
    const timer = setTimeout(() => {
      setLeft(left > 1 ? left - 1 : null);
      if (left <= 1) done?.();
    }, 1000);
    return () => {
      clearTimeout(timer);
    };
  }, [left, done]);
  return left;
}
