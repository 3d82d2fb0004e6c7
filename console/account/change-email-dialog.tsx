import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';
import { DoneDialog } from '../components/done-dialog';
import { TextField, useForm } from '../components/form';

/**
 * Asks for another email of the user, which is changed by a link that is mailed to it. When the last sign-in is more than ten
 * minutes ago, the service refuses that, and the dialog of the session asks to sign in again.
 */
export function ChangeEmailDialog({ onClose }: { readonly onClose: () => void }) {
  const { mutate, isPending, error, data } = api.useMutation('put', '/v1/me/email');
  const form = useForm({ email: '' }, error);
  if (data)
    return (
      <DoneDialog title="Look into your mail" onClose={onClose}>
        {`A link to confirm ${data.data.email_change.email} is on its way to that address. Your email stays as it is until you use it.`}
      </DoneDialog>
    );
  return (
    <ConfirmDialog
      title="Change email"
      action="Send a link"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ body: form.values });
      }}
      onClose={onClose}
    >
      A link is sent to the new address; your email changes when you open it and confirm.
      <TextField form={form} name="email" label="New email" type="email" autoComplete="email" />
    </ConfirmDialog>
  );
}
