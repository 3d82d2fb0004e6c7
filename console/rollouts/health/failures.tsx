import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import { useState } from 'react';
import type { Schema } from '../../api/answer';
import { useRights } from '../../app/me';
import { lazyPart } from '../../components/lazy-part';
import { QueryView } from '../../components/query-view';
import { RouteLink } from '../../components/route-link';
import { CAUSES, type RetriedCause } from './causes';
import { useRolloutFailures, type Rollout } from '../rollout';

const DeriveDialog = lazyPart(async () => (await import('../derive-dialog')).DeriveDialog);

type Failure = Schema<'RolloutFailure'>;

/** Failed and expired upgrades by cause and part; those that are selected can be retried. */
export function Failures({ rollout }: { readonly rollout: Rollout }) {
  const query = useRolloutFailures(rollout.id);
  return (
    <QueryView query={query} what="failures">
      {({ data: { failures } }) => <FailureTable rollout={rollout} failures={failures} />}
    </QueryView>
  );
}

function FailureTable({ rollout, failures }: { rollout: Rollout; failures: Failure[] }) {
  const [selected, setSelected] = useState<Failure[]>([]);
  const [isRetrying, setIsRetrying] = useState(false);
  const { change } = useRights();
  const causes = [
    ...new Set(selected.flatMap(({ cause }) => (cause === null ? [] : [cause as RetriedCause]))),
  ];
  return (
    <>
      <Table<Failure>
        variant="embedded"
        trackBy={({ cause, part }) => `${cause} ${part}`}
        items={failures}
        {...(change ? { selectionType: 'multi' as const } : {})}
        selectedItems={selected}
        onSelectionChange={({ detail }) => {
          setSelected(detail.selectedItems);
        }}
        ariaLabels={{
          tableLabel: 'Failures',
          selectionGroupLabel: 'Failures',
          allItemsSelectionLabel: () => 'Select all failures',
          itemSelectionLabel: (_data, { cause, part }) => `Select ${cause ?? 'failures'} of ${part}`,
        }}
        header={
          change && (
            <Header
              variant="h2"
              actions={
                <Button
                  disabled={failures.length === 0}
                  onClick={() => {
                    setIsRetrying(true);
                  }}
                >
                  {causes.length === 0 ? 'Retry all failed' : 'Retry the selected causes'}
                </Button>
              }
            >
              Failed and expired upgrades
            </Header>
          )
        }
        empty={<Box textAlign="center">No upgrade of this rollout has failed.</Box>}
        columnDefinitions={[
          {
            id: 'cause',
            header: 'Cause',
            isRowHeader: true,
            cell: ({ cause }) => (cause === null ? 'Unknown' : CAUSES[cause]),
          },
          { id: 'part', header: 'Part', cell: ({ part }) => part },
          {
            id: 'count',
            header: 'Devices',
            cell: (failure) => <Devices id={rollout.id} failure={failure} />,
          },
          {
            id: 'examples',
            header: 'For example',
            cell: ({ examples }) => examples.map(({ mac_id: mac }) => mac).join(', '),
          },
        ]}
      />
      {isRetrying && (
        <DeriveDialog
          rollout={rollout}
          action="retry"
          causes={causes}
          onClose={() => {
            setIsRetrying(false);
          }}
        />
      )}
    </>
  );
}

function Devices({ id, failure: { cause, part, count } }: { id: number; failure: Failure }) {
  const query = new URLSearchParams({ tab: 'devices', part, ...(cause === null ? {} : { cause }) });
  return <RouteLink to={`/rollouts/${id}?${query}`}>{count.toLocaleString()}</RouteLink>;
}
