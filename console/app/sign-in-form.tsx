import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../api/client';
import { ErrorBar } from '../components/error-bar';
import { useFirstFocus } from '../components/first-focus';
import { isSignedOut } from './me';
import { PasskeyButton, type Challenge } from './passkey-button';
import { SingleSignOnInOtherTab, SingleSignOnLink } from './single-sign-on';
import { SecondFactorForm } from './second-factor-form';

interface SignInFormProps {
  /** The user whose session has ended. */
  readonly email?: string;
  readonly action: string;
  /** Whether the page behind the form stays while the user signs in. */
  readonly keepsPage?: boolean;
  /** Called with the new session; queries that wait for one are read again after it. */
  readonly onSignedIn: () => Promise<void>;
}

/** Email and password, then the second factor of an account that has one; the service answers with the cookie of a session. */
export function SignInForm({ email: known = '', action, keepsPage = false, onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const first = useFirstFocus<InputProps.Ref>();
  const { mutate, isPending, error } = useMutation({
    // To read the user again would take this form away before the second step.
    meta: { changesNothing: true },
    mutationFn: async () => {
      const { data } = await client.POST('/v1/session', { body: { email, password } });
      if (data && !('session' in data.data)) {
        setChallenge(data.data.challenge);
        return;
      }
      // First, because queries that wait for a session would never end.
      await onSignedIn();
      void queryClient.invalidateQueries();
    },
  });
  if (challenge !== null)
    return (
      <SecondFactorForm
        challenge={challenge}
        action={action}
        onSignedIn={onSignedIn}
        onEnded={() => {
          setPassword('');
          setChallenge(null);
        }}
      />
    );
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
        <FormField label="Email" stretch>
          <Input
            type="email"
            autoComplete="username"
            ref={known === '' ? first : null}
            value={email}
            onChange={({ detail }) => {
              setEmail(detail.value);
            }}
          />
        </FormField>
        <FormField label="Password" errorText={isWrong && 'The email or the password is wrong'} stretch>
          <Input
            type="password"
            autoComplete="current-password"
            ref={known === '' ? null : first}
            value={password}
            onChange={({ detail }) => {
              setPassword(detail.value);
            }}
          />
        </FormField>
        <Button variant="primary" formAction="submit" loading={isPending}>
          {action}
        </Button>
        <PasskeyButton label="Sign in with a passkey" options={newPasskeyOptions} onSignedIn={onSignedIn} />
        {keepsPage ? <SingleSignOnInOtherTab email={known} onSignedIn={onSignedIn} /> : <SingleSignOnLink />}
        <Link href="/forgotten_password">Forgot your password?</Link>
      </SpaceBetween>
    </form>
  );
}

/** What a passkey is asked for that signs in alone. */
async function newPasskeyOptions() {
  const { data } = await client.POST('/v1/session/passkey', {});
  return data?.data.challenge.passkey ?? null;
}
