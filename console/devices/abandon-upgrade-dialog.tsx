import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';

interface AbandonUpgradeDialogProps {
  readonly upgrade: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}

/** Gives up an upgrade that a device has begun, after a warning. */
export function AbandonUpgradeDialog({ upgrade, onClose }: AbandonUpgradeDialogProps) {
  const { mutate, isPending, error } = api.useMutation('post', '/v1/upgrades/{id}/abandon', {
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Give up ${upgrade.name}`}
      action="Give up"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id: upgrade.id } }, body: {} });
      }}
      onClose={onClose}
    >
      The device may still be writing its firmware: do not switch it off. The upgrade counts as failed, no
      gate judges it, and the device can be released, moved and removed.
    </ConfirmDialog>
  );
}
