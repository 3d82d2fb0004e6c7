import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { client } from '../api/client';
import { useState } from 'react';
import { hasPasskeys } from '../passkeys/asked-passkey';
import { PasskeySetUp } from './passkey-set-up';
import { RecoveryCodeList } from './recovery-codes';
import { TotpSetUp } from './totp-set-up';

interface FactorSetUpPageProps {
  /** The codes of the factor that was set up; null before that. */
  readonly codes: readonly string[] | null;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onDone: () => void;
}

/** The only page of a user who must have a second factor and has none. */
export function FactorSetUpPage({ codes, onCodes, onDone }: FactorSetUpPageProps) {
  const [isPasskey, setIsPasskey] = useState(false);
  const SetUp = isPasskey ? PasskeySetUp : TotpSetUp;
  return (
    <main className="sign-in">
      <Container header={<Box variant="h1">Set up a second factor</Box>}>
        {codes ? (
          <SpaceBetween size="m">
            <RecoveryCodeList codes={codes} />
            <Button variant="primary" onClick={onDone}>
              I have kept them
            </Button>
          </SpaceBetween>
        ) : (
          <SpaceBetween size="m">
            <Box>Your organisation requires one. The rest of the console opens after it.</Box>
            <SetUp
              onConfirmed={(shown) => {
                onCodes(shown ?? []);
              }}
            />
            {hasPasskeys() && (
              <Link
                onFollow={() => {
                  setIsPasskey(!isPasskey);
                }}
              >
                {isPasskey ? 'Use an authenticator app instead' : 'Use a passkey instead'}
              </Link>
            )}
            <Link
              onFollow={() => {
                void client.DELETE('/v1/session', {}).then(() => {
                  location.reload();
                });
              }}
            >
              Sign out
            </Link>
          </SpaceBetween>
        )}
      </Container>
    </main>
  );
}
