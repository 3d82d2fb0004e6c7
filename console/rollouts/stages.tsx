import Button from '@cloudscape-design/components/button';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { useRights } from '../app/me';
import { deviceCount } from '../components/device-count';
import { ErrorBar } from '../components/error-bar';
import { Time } from '../components/time';
import type { Rollout, Stage } from './rollout';

const TYPES: Readonly<Record<Stage['state'], StatusIndicatorProps.Type>> = {
  Waiting: 'pending',
  Binding: 'loading',
  Running: 'in-progress',
  Soaking: 'in-progress',
  AwaitingApproval: 'warning',
  Done: 'success',
};

const count = (number: number | undefined): string => number?.toLocaleString() ?? '–';

/** The stages with their states, counts and times. */
export function Stages({ rollout }: { readonly rollout: Rollout }) {
  return (
    <Table<Stage>
      variant="embedded"
      trackBy={({ n }) => String(n)}
      items={rollout.stages}
      ariaLabels={{ tableLabel: 'Stages' }}
      columnDefinitions={[
        { id: 'n', header: 'Stage', cell: ({ n }) => n },
        { id: 'covers', header: 'Covers', cell: coverage },
        {
          id: 'state',
          header: 'State',
          cell: ({ state }) => (
            <StatusIndicator type={TYPES[state]}>
              {state === 'AwaitingApproval' ? 'Awaiting approval' : state}
            </StatusIndicator>
          ),
        },
        { id: 'devices', header: 'Devices', cell: ({ progress }) => count(progress?.devices) },
        { id: 'success', header: 'Success', cell: ({ progress }) => count(progress?.success) },
        { id: 'failed', header: 'Failed', cell: ({ progress }) => count(progress?.failed) },
        { id: 'waiting', header: 'Waiting', cell: ({ progress }) => count(progress?.waiting) },
        { id: 'soak', header: 'Soak', cell: ({ soak_minutes: minutes }) => `${minutes} min` },
        { id: 'started', header: 'Started', cell: ({ started_at: at }) => <Time at={at} /> },
        { id: 'done', header: 'Done', cell: ({ done_at: at }) => <Time at={at} /> },
        { id: 'approve', header: 'Approval', cell: (stage) => <Approval rollout={rollout} stage={stage} /> },
      ]}
    />
  );
}

/** What a stage covers, in words. */
function coverage(stage: Pick<Stage, 'canary_per_part' | 'count' | 'percent' | 'targets'>): string {
  if (stage.canary_per_part !== undefined) return `${stage.canary_per_part} of each part`;
  if (stage.count !== undefined) return deviceCount(stage.count);
  return stage.percent === undefined ? (stage.targets ?? []).join(', ') : `${stage.percent} %`;
}

/** The gates' answer alone is not enough for such a stage: an administrator approves it. */
function Approval({ rollout, stage }: { rollout: Rollout; stage: Stage }) {
  const { administer } = useRights();
  const { mutate, isPending, error } = api.useMutation('post', '/v1/rollouts/{id}/stages/{n}/approve');
  if (!stage.approval) return 'Not needed';
  if (stage.state !== 'AwaitingApproval') return stage.state === 'Done' ? 'Approved' : 'Needed at its end';
  if (!administer) return 'An administrator can approve';
  const { header } = onlyThis(rollout).params;
  return (
    <>
      <Button
        variant="inline-link"
        loading={isPending}
        onClick={() => {
          mutate({ params: { path: { id: rollout.id, n: stage.n }, header } });
        }}
      >
        Approve
      </Button>
      <ErrorBar error={error} />
    </>
  );
}
