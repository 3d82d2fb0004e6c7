import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';
import { SecretDialog } from '../components/secret-dialog';
import type { User } from './user';

interface PasswordLinkProps {
  readonly link: { readonly url: string };
  readonly email: string;
  readonly onClose: () => void;
}

/** Shows a link once. The service that does not know its own origin gives a path. */
export function PasswordLink({ link: { url }, email, onClose }: PasswordLinkProps) {
  return (
    <SecretDialog
      title={`Password link of ${email}`}
      secret={new URL(url, location.origin).href}
      onClose={onClose}
    />
  );
}

/** Makes a link at which a user sets a new password, after a confirmation. */
export function PasswordLinkDialog({ user: { id, email }, onClose }: { user: User; onClose: () => void }) {
  const { mutate, isPending, error, data } = api.useMutation('post', '/v1/users/{id}/password_link');
  const link = data?.data.password_link;
  if (link) return <PasswordLink link={link} email={email} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={`Password link for ${email}`}
      action="Make link"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id } } });
      }}
      onClose={onClose}
    >
      You get a link at which the user chooses a new password. It works once, for 72 hours. If the service
      sends mails, the user gets it, too. Until then the password stays as it is.
    </ConfirmDialog>
  );
}
