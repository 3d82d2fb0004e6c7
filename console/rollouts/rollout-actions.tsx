import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useRights } from '../app/me';
import { lazyPart } from '../components/lazy-part';
import { useGoTo } from '../components/route-link';
import { leadAction } from './health/lead-action';
import { stateReason, type Rollout, type RolloutState } from './rollout';

const StateDialog = lazyPart(async () => (await import('./rollout-dialogs')).StateDialog);
const DeleteDialog = lazyPart(async () => (await import('./rollout-dialogs')).DeleteDialog);
const ExcludePartDialog = lazyPart(async () => (await import('./exclude-part-dialog')).ExcludePartDialog);
const DeriveDialog = lazyPart(async () => (await import('./derive-dialog')).DeriveDialog);

type Action = 'start' | 'edit' | 'delete' | 'pause' | 'resume' | 'exclude' | 'cancel' | 'retry' | 'rollback';

const LABELS: Readonly<Record<Action, string>> = {
  start: 'Preview and start',
  edit: 'Edit',
  delete: 'Delete',
  pause: 'Pause',
  resume: 'Resume',
  exclude: 'Exclude a part and resume',
  cancel: 'Cancel rollout',
  retry: 'Retry failed',
  rollback: 'Roll back',
};

const ACTIONS: Readonly<Record<RolloutState, readonly Action[]>> = {
  Draft: ['delete', 'edit', 'start'],
  Scheduled: ['cancel'],
  Running: ['cancel', 'rollback', 'pause'],
  Paused: ['cancel', 'resume', 'rollback'],
  Completed: ['retry', 'rollback'],
  Cancelled: ['retry', 'rollback'],
};

/** What can be done, the action that leads at the end. A part is excluded after a gate has paused the rollout. */
function actionsOf(rollout: Rollout): { actions: readonly Action[]; lead: Action | null } {
  const { state } = rollout;
  if (state !== 'Paused') return { actions: ACTIONS[state], lead: state === 'Draft' ? 'start' : null };
  const reason = stateReason(rollout);
  const lead = leadAction(reason);
  const actions: readonly Action[] = reason?.gate ? [...ACTIONS.Paused, 'exclude'] : ACTIONS.Paused;
  return { actions: lead === null ? actions : [...actions.filter((each) => each !== lead), lead], lead };
}

/** The buttons for what can be done with the rollout in its state. */
export function RolloutActions({ rollout }: { readonly rollout: Rollout }) {
  const { change } = useRights();
  const [chosen, setChosen] = useState<Action | null>(null);
  const goTo = useGoTo();
  if (!change) return null;
  const { actions, lead } = actionsOf(rollout);
  const close = (): void => {
    setChosen(null);
  };
  return (
    <>
      <SpaceBetween direction="horizontal" size="xs">
        {actions.map((action) => (
          <Button
            key={action}
            variant={action === lead ? 'primary' : 'normal'}
            onClick={() => {
              if (action === 'start' || action === 'edit') goTo(`/rollouts/${rollout.id}/${action}`);
              else setChosen(action);
            }}
          >
            {LABELS[action]}
          </Button>
        ))}
      </SpaceBetween>
      {(chosen === 'pause' || chosen === 'resume' || chosen === 'cancel') && (
        <StateDialog rollout={rollout} action={chosen} onClose={close} />
      )}
      {chosen === 'exclude' && <ExcludePartDialog rollout={rollout} onClose={close} />}
      {chosen === 'delete' && <DeleteDialog rollout={rollout} onClose={close} />}
      {(chosen === 'retry' || chosen === 'rollback') && (
        <DeriveDialog rollout={rollout} action={chosen} onClose={close} />
      )}
    </>
  );
}
