import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMutation } from '@tanstack/react-query';
import { api, client } from '../api/client';
import { ErrorBar } from '../components/error-bar';
import { TextField, useForm } from '../components/form';
import { QrCode } from './qr-code';

/** Shown once: the codes of the first factor; null for a further one. */
export type RecoveryCodes = readonly string[] | null;

export interface SetUpProps {
  /** Called before the page learns that the account has a factor. */
  readonly onConfirmed: (codes: RecoveryCodes) => void;
}

/** Sets up an authenticator app: names it, shows its QR code, and asks for its first code. */
export function TotpSetUp({ onConfirmed }: SetUpProps) {
  const { mutate, isPending, error, data } = api.useMutation('post', '/v1/me/second_factors');
  const form = useForm({ name: 'Authenticator app' }, error);
  const { id, secret, uri } = data?.data.second_factor ?? {};
  if (id !== undefined && secret !== undefined && uri !== undefined)
    return <FirstCode factor={{ id, secret, uri }} onConfirmed={onConfirmed} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ body: { kind: 'totp', name: form.values.name } });
      }}
    >
      <SpaceBetween size="m">
        <Box>Any app that makes codes for signing in works, such as the one of your password manager.</Box>
        <TextField form={form} name="name" label="Name" description="Such as the phone that has the app" />
        <ErrorBar error={error} />
        <Button variant="primary" formAction="submit" loading={isPending}>
          Continue
        </Button>
      </SpaceBetween>
    </form>
  );
}

interface Begun {
  readonly id: string;
  readonly secret: string;
  readonly uri: string;
}

function FirstCode({ factor: { id, secret, uri }, onConfirmed }: SetUpProps & { readonly factor: Begun }) {
  const { mutate, isPending, error } = useMutation({
    // Within the mutation: its success reads all queries again, after which the page may be another one.
    mutationFn: async (code: string) => {
      const params = { path: { id } };
      const { data } = await client.POST('/v1/me/second_factors/{id}/confirm', { params, body: { code } });
      onConfirmed(data?.data.recovery_codes ?? null);
    },
  });
  const form = useForm({ code: '' }, error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(form.values.code);
      }}
    >
      <SpaceBetween size="m">
        <Box>Scan this with the app, or enter the key by hand:</Box>
        <QrCode text={uri} label="QR code of the key below" />
        <Box variant="code">
          <span className="wrap-anywhere">{secret}</span>
        </Box>
        <TextField
          form={form}
          name="code"
          label="Code that the app shows"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <ErrorBar error={error} />
        <Button variant="primary" formAction="submit" loading={isPending}>
          Confirm
        </Button>
      </SpaceBetween>
    </form>
  );
}
