import { ApiError } from '../api/api-error';
import { api } from '../api/client';
import { isSignedOut, useMe } from '../app/me';
import { ConfirmDialog } from '../components/confirm-dialog';
import { SelectField, TextField, useForm } from '../components/form';
import { SecretDialog } from '../components/secret-dialog';
import type { AccessToken } from './access-token';

const WRONG_PASSWORD = wrong('password', 'The password is wrong');
const WRONG_EITHER = wrong('code', 'The password or the code is wrong, or the code was used before');

function wrong(path: string, msg: string): ApiError {
  return new ApiError('', 401, null, [{ path, msg }]);
}

type Use = 'all' | 'write' | 'read';

const USES = [
  { value: 'all', label: 'Everything that you may' },
  { value: 'write', label: 'Read and change, but not users, tokens and secrets' },
  { value: 'read', label: 'Read' },
];

interface DialogProps {
  readonly onClose: () => void;
}

/** Creates a token, for which the service asks for the password, and shows it once. */
export function NewTokenDialog({ onClose }: DialogProps) {
  const { user, second_factor: factor } = useMe();
  const { mutate, isPending, error, data } = api.useMutation('post', '/v1/access_tokens');
  const isWrong = isSignedOut(error);
  const shownWrong = factor.is_set_up ? WRONG_EITHER : WRONG_PASSWORD;
  const initial = { name: '', use: 'all' as Use, password: '', code: '' };
  const form = useForm(initial, isWrong ? shownWrong : error);
  if (data)
    return <SecretDialog title="Your access token" secret={data.access_token ?? ''} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Create access token"
      action="Create"
      isBusy={isPending}
      error={isWrong ? null : error}
      onConfirm={() => {
        const { use, code, ...values } = form.values;
        const scopes = use === 'all' ? {} : { scopes: [use] };
        const proof = factor.is_set_up ? { code } : {};
        mutate({ body: { email: user.email, ...values, ...scopes, ...proof } });
      }}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" description="What it is for" />
      <SelectField form={form} name="use" path="scopes" label="May be used to" options={USES} />
      <TextField
        form={form}
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
      />
      {factor.is_set_up && (
        <TextField
          form={form}
          name="code"
          label="Code of your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
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
