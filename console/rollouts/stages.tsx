import Button from '@cloudscape-design/components/button';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { useRights } from '../app/me';
import { deviceCount } from '../components/device-count';
import { minutesText } from '../components/duration';
import { ErrorBar } from '../components/error-bar';
import { Time } from '../components/time';
import type { Rollout, Stage } from './rollout';
import { sickSuccessesOf, successText } from './states';
import { TargetList } from './targets/target-list';

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
  const sick = rollout.progress?.sick.success ?? 0;
  const sickOf = sickSuccessesOf(rollout.stages, sick);
  return (
    <Table<Stage>
      variant="embedded"
      wrapLines
      trackBy={({ n }) => String(n)}
      items={rollout.stages}
      ariaLabels={{ tableLabel: 'Stages' }}
      columnDefinitions={[
        { id: 'n', header: 'Stage', cell: ({ n }) => n },
        { id: 'covers', header: 'Covers', cell: (stage) => <Coverage stage={stage} />, minWidth: 110 },
        {
          id: 'state',
          header: 'State',
          cell: ({ state }) => (
            <StatusIndicator type={TYPES[state]} wrapText={false}>
              {state === 'AwaitingApproval' ? 'Awaiting approval' : state}
            </StatusIndicator>
          ),
        },
        { id: 'devices', header: 'Devices', cell: ({ progress }) => count(progress?.devices) },
        {
          id: 'success',
          header: 'Success',
          cell: ({ n, progress }) => (progress ? successText(progress.success, sickOf(n) ?? 0) : '–'),
        },
        { id: 'failed', header: 'Failed', cell: ({ progress }) => count(progress?.failed) },
        { id: 'waiting', header: 'Waiting', cell: ({ progress }) => count(progress?.waiting) },
        { id: 'soak', header: 'Soak', cell: ({ soak_minutes: minutes }) => minutesText(minutes) },
        { id: 'started', header: 'Started', cell: ({ started_at: at }) => <Time at={at} /> },
        { id: 'done', header: 'Done', cell: ({ done_at: at }) => <Time at={at} /> },
        {
          id: 'approve',
          header: 'Approval',
          cell: (stage) => <Approval rollout={rollout} stage={stage} />,
          minWidth: 110,
        },
      ]}
      footer={
        sick > 0 && <SickNote sick={sick} isTold={rollout.stages.every(({ n }) => sickOf(n) !== undefined)} />
      }
    />
  );
}

/** Why a Success may be a sick device. */
function SickNote({ sick, isTold }: { readonly sick: number; readonly isTold: boolean }) {
  return (
    <>
      A Success runs the new version, whether it is healthy or sick.
      {!isTold && ` ${deviceCount(sick)} of all stages ${sick === 1 ? 'is' : 'are'} sick.`}
    </>
  );
}

/** What a stage covers, in words. */
function Coverage({ stage }: { readonly stage: Stage }) {
  if (stage.canary_per_part !== undefined) return `${stage.canary_per_part} of each part`;
  if (stage.count !== undefined) return deviceCount(stage.count);
  return stage.percent === undefined ? <TargetList targets={stage.targets ?? []} /> : `${stage.percent} %`;
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
