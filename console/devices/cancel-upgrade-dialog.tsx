import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';

interface CancelUpgradeDialogProps {
  readonly upgrade: { readonly id: number; readonly version: string };
  readonly onClose: () => void;
}

/** Cancels a pending upgrade of a device after a confirmation. */
export function CancelUpgradeDialog({ upgrade, onClose }: CancelUpgradeDialogProps) {
  const { mutate, isPending, error } = api.useMutation('delete', '/upgrades/{id}.json', {
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Cancel the upgrade to ${upgrade.version}`}
      action="Cancel upgrade"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id: upgrade.id } } });
      }}
      onClose={onClose}
    >
      The device keeps its version. The other devices of the same request are upgraded.
    </ConfirmDialog>
  );
}
