import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useEffect, useState, type ReactNode } from 'react';
import { ErrorBar } from './error-bar';

const SKELETON_AFTER_MS = 300;

/** What a view needs of a query. */
interface QueryState<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface QueryViewProps<Data> {
  readonly query: QueryState<Data>;
  /** What is being loaded, such as "rollout". */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}

/** Shows data once it is there. A failed refresh leaves the last data in place, below the error. */
export function QueryView<Data>({ query, what, children }: QueryViewProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <SpaceBetween size="m">
      <ErrorBar error={error} retry={() => void refetch()} />
      {data === undefined ? error ? null : <Loading what={what} /> : children(data)}
    </SpaceBetween>
  );
}

function Loading({ what }: { what: string }) {
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsVisible(true);
    }, SKELETON_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  if (!isVisible) return null;
  return (
    <Box textAlign="center" padding="xl">
      <Spinner /> Loading the {what}
    </Box>
  );
}
