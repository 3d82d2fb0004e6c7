import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useRights } from '../app/me';
import { ErrorBar } from '../components/error-bar';
import { lazyPart } from '../components/lazy-part';
import { allowedActions, BULK_ACTIONS, type BulkAction } from './bulk-action';
import { countOf, selectedDevices, type useSelection } from './selection';

const BulkDialog = lazyPart(async () => (await import('./bulk-dialog')).BulkDialog);
const UpgradeDialog = lazyPart(async () => (await import('./upgrade-dialog')).UpgradeDialog);

interface BulkBarProps {
  readonly state: ReturnType<typeof useSelection>;
  /** How many devices match the filters; the service does not count those of every filter. */
  readonly total: number | null | undefined;
  readonly isExact: boolean | undefined;
}

/** What can be done with the selected devices, and the offer to select all that match the filters. */
export function BulkBar({ state, total, isExact = false }: BulkBarProps) {
  const { selection, selectAll, isPending, error } = state;
  const [action, setAction] = useState<BulkAction | null>(null);
  const close = (): void => {
    setAction(null);
  };
  const counted = isExact ? (total ?? null) : null;
  const hasMore = selection.stored === null && (counted === null || counted > countOf(selection));
  return (
    <SpaceBetween size="xs">
      <SpaceBetween direction="horizontal" size="xs" alignItems="center">
        <span role="status">{selectedDevices(selection)} selected</span>
        {hasMore && (
          <Button loading={isPending} onClick={selectAll}>
            Select all {counted?.toLocaleString()} matching
          </Button>
        )}
        {allowedActions(useRights()).map((name) => (
          <Button
            key={name}
            onClick={() => {
              setAction(name);
            }}
          >
            {BULK_ACTIONS[name].label}
          </Button>
        ))}
      </SpaceBetween>
      <ErrorBar error={error} />
      {action === 'upgrade' && <UpgradeDialog selection={selection} onClose={close} />}
      {action !== null && action !== 'upgrade' && (
        <BulkDialog action={action} selection={selection} onClose={close} />
      )}
    </SpaceBetween>
  );
}
