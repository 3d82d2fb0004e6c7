import { useState } from 'react';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { ConfirmDialog } from '../components/confirm-dialog';
import { runningOn, type Release } from './release';

interface ReleaseDialogProps {
  readonly release: Release;
  readonly onClose: () => void;
}

/** Releases a version to all users of the organisation, or withdraws it, after a confirmation. */
export function ReleaseDialog({ release: latest, onClose }: ReleaseDialogProps) {
  // What the user has confirmed, also when another user changes the release meanwhile.
  const [release] = useState(latest);
  const { version, is_released: isReleased } = release;
  const { mutate, isPending, error } = api.useMutation('patch', '/v1/firmware_releases/{id}', {
    onSuccess: onClose,
  });
  const action = isReleased ? 'Withdraw' : 'Release';
  return (
    <ConfirmDialog
      title={`${action} ${version}`}
      action={action}
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ ...onlyThis(release), body: { is_released: !isReleased } });
      }}
      onClose={onClose}
    >
      {isReleased
        ? `Other users can no longer choose it. Scheduled upgrades keep it, and it stays on ${runningOn(release)}.`
        : 'Every user of your organisation can choose it for upgrades and rollouts from now on.'}
    </ConfirmDialog>
  );
}
