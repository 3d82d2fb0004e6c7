import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useRights } from '../app/me';
import { lazyPart } from '../components/lazy-part';
import { useGoTo } from '../components/route-link';
import type { Rollout, RolloutState } from './rollout';

const StateDialog = lazyPart(async () => (await import('./rollout-dialogs')).StateDialog);
const DeleteDialog = lazyPart(async () => (await import('./rollout-dialogs')).DeleteDialog);
const DeriveDialog = lazyPart(async () => (await import('./derive-dialog')).DeriveDialog);

type Action = 'start' | 'edit' | 'delete' | 'pause' | 'resume' | 'cancel' | 'retry' | 'rollback';

const LABELS: Readonly<Record<Action, string>> = {
  start: 'Preview and start',
  edit: 'Edit',
  delete: 'Delete',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel rollout',
  retry: 'Retry failed',
  rollback: 'Roll back',
};

const ACTIONS: Readonly<Record<RolloutState, readonly Action[]>> = {
  Draft: ['delete', 'edit', 'start'],
  Scheduled: ['cancel'],
  Running: ['cancel', 'rollback', 'pause'],
  Paused: ['cancel', 'rollback', 'resume'],
  Completed: ['retry', 'rollback'],
  Cancelled: ['retry', 'rollback'],
};

/** The buttons for what can be done with the rollout in its state. */
export function RolloutActions({ rollout }: { readonly rollout: Rollout }) {
  const { change } = useRights();
  const [chosen, setChosen] = useState<Action | null>(null);
  const goTo = useGoTo();
  if (!change) return null;
  const close = (): void => {
    setChosen(null);
  };
  return (
    <>
      <SpaceBetween direction="horizontal" size="xs">
        {ACTIONS[rollout.state].map((action) => (
          <Button
            key={action}
            variant={action === 'start' || action === 'resume' ? 'primary' : 'normal'}
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
      {chosen === 'delete' && <DeleteDialog rollout={rollout} onClose={close} />}
      {(chosen === 'retry' || chosen === 'rollback') && (
        <DeriveDialog rollout={rollout} action={chosen} onClose={close} />
      )}
    </>
  );
}
