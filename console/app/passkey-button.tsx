import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMutation } from '@tanstack/react-query';
import type { Schema } from '../api/answer';
import { client, queryClient } from '../api/client';
import { ErrorBar } from '../components/error-bar';
import { askedPasskey, hasPasskeys } from '../passkeys/asked-passkey';

/** A sign-in that awaits a proof. */
export type Challenge = Schema<'SignInChallengeAnswer'>['data']['challenge'];

interface PasskeyButtonProps {
  readonly label: string;
  /** What the passkey is asked for. */
  readonly options: () => Promise<Challenge['passkey']>;
  readonly onSignedIn: () => Promise<void>;
}

/** Signs in with a passkey, in browsers that have them. */
export function PasskeyButton({ label, options, onSignedIn }: PasskeyButtonProps) {
  const { mutate, isPending, error } = useMutation({
    // As for a password: what is read again waits for the session.
    meta: { changesNothing: true },
    mutationFn: async () => {
      const asked = await options();
      if (asked === null) return;
      const assertion = await askedPasskey(({ startAuthentication }) =>
        startAuthentication({ optionsJSON: asked }),
      );
      await client.POST('/v1/session/second_factor', { body: { challenge: asked.challenge, assertion } });
      await onSignedIn();
      void queryClient.invalidateQueries();
    },
  });
  if (!hasPasskeys()) return null;
  return (
    <SpaceBetween size="xs">
      <Button
        formAction="none"
        loading={isPending}
        onClick={() => {
          mutate();
        }}
      >
        {label}
      </Button>
      <ErrorBar error={error} />
    </SpaceBetween>
  );
}
