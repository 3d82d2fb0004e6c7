import { api } from '../api/client';
import { useMe } from '../app/me';
import { ConfirmDialog } from '../components/confirm-dialog';
import { useForm } from '../components/form';
import { PasswordLink } from './password-link';
import { newUser, toRequest, UserFields } from './user-fields';

/** Creates an account, and shows the link at which its user sets a password. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { mutate, isPending, error, data } = api.useMutation('post', '/v1/users');
  const { tier } = useMe();
  const form = useForm(newUser(tier ?? 1), error);
  const invitation = data?.data.user.invitation;
  if (invitation) return <PasswordLink link={invitation} email={form.values.email} onClose={onClose} />;
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
      You get a link at which the user chooses a password. If the service sends mails, the user gets it, too.
      <UserFields form={form} />
    </ConfirmDialog>
  );
}
