import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { ConfirmDialog } from '../components/confirm-dialog';
import { useGoTo } from '../components/route-link';
import type { Rollout } from './rollout';

const TITLES = { pause: 'Pause', resume: 'Resume', cancel: 'Cancel rollout' } as const;

const EFFECTS = {
  pause:
    'No further device is offered the upgrade. Devices that download stop; upgrades that are further go on.',
  resume: 'Devices are offered the upgrade again. The gates judge only upgrades that end from now on.',
  cancel:
    'Upgrades that wait are cancelled, and this cannot be undone. Devices that download stop; upgrades that are further go on.',
} as const;

interface StateDialogProps {
  readonly rollout: Rollout;
  readonly action: keyof typeof EFFECTS;
  readonly onClose: () => void;
}

/**
 * Pauses, resumes or cancels a rollout after a confirmation. A stage that ends meanwhile gives the rollout another
 * revision and must not prevent a pause, so the change names the latest one.
 */
export function StateDialog({ rollout, action, onClose }: StateDialogProps) {
  const [reason, setReason] = useState('');
  const [force, setForce] = useState(false);
  const options = { onSuccess: onClose };
  const mutations = {
    pause: api.useMutation('post', '/v1/rollouts/{id}/pause', options),
    resume: api.useMutation('post', '/v1/rollouts/{id}/resume', options),
    cancel: api.useMutation('post', '/v1/rollouts/{id}/cancel', options),
  };
  const { isPending, error } = mutations[action];
  return (
    <ConfirmDialog
      title={`${TITLES[action]}: ${rollout.name}`}
      action={TITLES[action]}
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        const request = onlyThis(rollout);
        const body = reason === '' ? {} : { reason };
        if (action === 'resume') mutations.resume.mutate(request);
        else if (action === 'pause') mutations.pause.mutate({ ...request, body });
        else mutations.cancel.mutate({ ...request, body: { ...body, force } });
      }}
      onClose={onClose}
    >
      {EFFECTS[action]}
      {action !== 'resume' && (
        <FormField label="Reason" description="Shown to everyone who sees the rollout; may be empty">
          <Input
            value={reason}
            onChange={({ detail }) => {
              setReason(detail.value);
            }}
          />
        </FormField>
      )}
      {action === 'cancel' && (
        <Checkbox
          checked={force}
          description="Devices may still be writing their firmware: do not switch them off"
          onChange={({ detail }) => {
            setForce(detail.checked);
          }}
        >
          Give up the upgrades that have begun
        </Checkbox>
      )}
    </ConfirmDialog>
  );
}

/** Deletes a draft after a confirmation. */
export function DeleteDialog({ rollout: latest, onClose }: { rollout: Rollout; onClose: () => void }) {
  const [rollout] = useState(latest);
  const goTo = useGoTo();
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/rollouts/{id}', {
    onSuccess: () => {
      goTo('/rollouts');
    },
  });
  return (
    <ConfirmDialog
      title={`Delete the draft ${rollout.name}`}
      action="Delete"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate(onlyThis(rollout));
      }}
      onClose={onClose}
    >
      The draft has not started, so no device is affected.
    </ConfirmDialog>
  );
}
