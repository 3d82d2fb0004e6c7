import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMutation } from '@tanstack/react-query';
import { client } from '../api/client';
import { ErrorBar } from '../components/error-bar';
import { TextField, useForm } from '../components/form';
import { askedPasskey } from '../passkeys/asked-passkey';
import type { SetUpProps } from './totp-set-up';

/** Sets up a passkey: names it, and asks the browser to make it. */
export function PasskeySetUp({ onConfirmed }: SetUpProps) {
  const { mutate, isPending, error } = useMutation({
    // Within the mutation: its success reads all queries again, after which the page may be another one.
    mutationFn: async (name: string) => {
      const begun = await client.POST('/v1/me/second_factors', { body: { kind: 'passkey', name } });
      const { id, options } = begun.data?.data.second_factor ?? {};
      if (id === undefined || options === undefined) return;
      const credential = await askedPasskey(({ startRegistration }) =>
        startRegistration({ optionsJSON: options }),
      );
      const params = { path: { id } };
      const { data } = await client.POST('/v1/me/second_factors/{id}/confirm', {
        params,
        body: { credential },
      });
      onConfirmed(data?.data.recovery_codes ?? null);
    },
  });
  const form = useForm({ name: 'Passkey' }, error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(form.values.name);
      }}
    >
      <SpaceBetween size="m">
        <Box>
          Your computer, phone, password manager or security key keeps it, and signs you in without a password
          after it has recognised you.
        </Box>
        <TextField form={form} name="name" label="Name" description="Such as the device that keeps it" />
        <ErrorBar error={error} />
        <Button variant="primary" formAction="submit" loading={isPending}>
          Make passkey
        </Button>
      </SpaceBetween>
    </form>
  );
}
