import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';
import { TextField, useForm } from '../components/form';

/**
 * Changes the password of the user. When the last sign-in is more than ten minutes ago, the service refuses that, and the
 * dialog of the session asks to sign in again.
 */
export function ChangePasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { mutate, isPending, error } = api.useMutation('put', '/v1/me/password', { onSuccess: onClose });
  const form = useForm({ password: '' }, error);
  return (
    <ConfirmDialog
      title="Change password"
      action="Change"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ body: form.values });
      }}
      onClose={onClose}
    >
      Your other sessions and all of your access tokens end.
      <TextField
        form={form}
        name="password"
        label="New password"
        description="At least 10 characters"
        type="password"
        autoComplete="new-password"
      />
    </ConfirmDialog>
  );
}
