import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../api/api-error';
import { client } from '../api/client';
import { ErrorBar } from '../components/error-bar';
import { useFirstFocus } from '../components/first-focus';
import { isSignedOut } from './me';
import { PasskeyButton, type Challenge } from './passkey-button';

interface SecondFactorFormProps {
  /** Of a sign-in whose password was right. */
  readonly challenge: Challenge;
  readonly action: string;
  readonly onSignedIn: () => Promise<void>;
  /** Called to enter the password again. */
  readonly onEnded: () => void;
}

/** The second step of a sign-in: a code of an authenticator app, a passkey, or a recovery code. */
export function SecondFactorForm({ challenge, action, onSignedIn, onEnded }: SecondFactorFormProps) {
  const { id, methods, passkey } = challenge;
  const [entered, setEntered] = useState('');
  const first = useFirstFocus<InputProps.Ref>();
  const { mutate, isPending, error } = useMutation({
    // Within the mutation: its success reads all queries again, and those that wait for a session would never end.
    mutationFn: async () => {
      const code = entered.replaceAll(/\s/g, '');
      const proof = /^\d{6}$/.test(code) ? { code } : { recovery_code: entered };
      await client.POST('/v1/session/second_factor', { body: { challenge: id, ...proof } });
      await onSignedIn();
    },
  });
  const isWrong = isSignedOut(error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <SpaceBetween size="m">
        {!isWrong && <ErrorBar error={error} />}
        <FormField
          label={
            methods.includes('totp') ? 'Code of your authenticator app, or a recovery code' : 'Recovery code'
          }
          errorText={isWrong && toApiError(error).message}
          stretch
        >
          <Input
            autoComplete="one-time-code"
            ref={first}
            value={entered}
            onChange={({ detail }) => {
              setEntered(detail.value);
            }}
          />
        </FormField>
        <SpaceBetween direction="horizontal" size="xs">
          <Button variant="primary" formAction="submit" loading={isPending}>
            {action}
          </Button>
          {passkey && (
            <PasskeyButton
              label="Use a passkey"
              options={() => Promise.resolve(passkey)}
              onSignedIn={onSignedIn}
            />
          )}
          <Button formAction="none" variant="link" onClick={onEnded}>
            Start again
          </Button>
        </SpaceBetween>
      </SpaceBetween>
    </form>
  );
}
