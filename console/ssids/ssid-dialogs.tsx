import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';
import { useGoTo } from '../components/route-link';
import type { Ssid } from './ssid';

interface DialogProps {
  readonly ssid: Ssid;
  readonly onClose: () => void;
}

/** Disables the SSID after a confirmation. */
export function DisableDialog({ ssid: { id, ssid_name: name }, onClose }: DialogProps) {
  const { mutate, isPending, error } = api.useMutation('patch', '/v1/network_ssids/{id}', {
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Disable ${name}`}
      action="Disable"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id } }, body: { network_ssid: { is_enabled: false } } });
      }}
      onClose={onClose}
    >
      Clients lose their connection to this SSID. Its settings are kept.
    </ConfirmDialog>
  );
}

/** Deletes the SSID after a confirmation, and goes back to its network. */
export function DeleteDialog({ ssid, onClose }: DialogProps) {
  const goTo = useGoTo();
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/network_ssids/{id}', {
    onSuccess: () => {
      goTo(`/networks/${ssid.network_id}`);
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${ssid.ssid_name}`}
      action="Delete"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id: ssid.id } } });
      }}
      onClose={onClose}
    >
      Clients lose their connection to this SSID, and its settings and key are deleted.
    </ConfirmDialog>
  );
}
