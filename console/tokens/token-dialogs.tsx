import { ApiError } from '../api/api-error';
import { api } from '../api/client';
import { isSignedOut, useMe } from '../app/me';
import { ConfirmDialog } from '../components/confirm-dialog';
import { TextField, useForm } from '../components/form';
import { SecretDialog } from '../components/secret-dialog';
import type { AccessToken } from './access-token';

const WRONG_PASSWORD = new ApiError('', 401, null, [{ path: 'password', msg: 'The password is wrong' }]);

interface DialogProps {
  readonly onClose: () => void;
}

/** Creates a token, for which the service asks for the password, and shows it once. */
export function NewTokenDialog({ onClose }: DialogProps) {
  const { user } = useMe();
  const { mutate, isPending, error, data } = api.useMutation('post', '/v1/access_tokens');
  const isWrong = isSignedOut(error);
  const form = useForm({ name: '', password: '' }, isWrong ? WRONG_PASSWORD : error);
  if (data)
    return <SecretDialog title="Your access token" secret={data.access_token ?? ''} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Create access token"
      action="Create"
      isBusy={isPending}
      error={isWrong ? null : error}
      onConfirm={() => {
        mutate({ body: { email: user.email, ...form.values } });
      }}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" description="What it is for" />
      <TextField
        form={form}
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
      />
    </ConfirmDialog>
  );
}

/** Revokes a token or session after a confirmation. */
export function RevokeDialog({ token, onClose }: DialogProps & { readonly token: AccessToken }) {
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/access_tokens/{id}', {
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={token.kind === 'session' ? 'End the session' : 'Revoke the token'}
      action="Revoke"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id: token.id } } });
      }}
      onClose={onClose}
    >
      {token.is_current
        ? 'This is the session of this browser: you will have to sign in again.'
        : 'What uses it is refused from now on.'}
      {token.kind === 'token' && ' Tokens that were made with it end too.'}
    </ConfirmDialog>
  );
}
