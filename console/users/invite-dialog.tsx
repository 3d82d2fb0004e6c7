import { api } from '../api/client';
import { useMe } from '../app/me';
import { ConfirmDialog } from '../components/confirm-dialog';
import { useForm } from '../components/form';
import { SecretDialog } from '../components/secret-dialog';
import { newUser, toRequest, UserFields } from './user-fields';

/** Creates an account, and shows its password once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { mutate, isPending, error, data } = api.useMutation('post', '/v1/users');
  const { tier } = useMe();
  const form = useForm(newUser(tier ?? 1), error);
  const password = data?.data.user.password;
  if (password)
    return <SecretDialog title={`Password of ${form.values.email}`} secret={password} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Invite a user"
      action="Create account"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ body: toRequest(form.values) });
      }}
      onClose={onClose}
    >
      The service makes a password and shows it to you once.
      <UserFields form={form} />
    </ConfirmDialog>
  );
}
