import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { Ago, Time } from '../components/time';
import { hasPasskeys } from '../passkeys/asked-passkey';

const AddFactorDialog = lazyPart(async () => (await import('./factor-dialogs')).AddFactorDialog);
const RenameFactorDialog = lazyPart(async () => (await import('./factor-dialogs')).RenameFactorDialog);
const RemoveFactorDialog = lazyPart(async () => (await import('./factor-dialogs')).RemoveFactorDialog);
const RenewCodesDialog = lazyPart(async () => (await import('./factor-dialogs')).RenewCodesDialog);

type Factor = Schema<'SecondFactor'>;

const LABELS: Readonly<Record<Factor['kind'], string>> = { totp: 'App', passkey: 'Passkey' };

/** The authenticator apps and passkeys of the user, and its recovery codes. */
export function SecondFactors() {
  const query = api.useQuery('get', '/v1/me/second_factors', {});
  return (
    <QueryView query={query} what="second factors">
      {({ data: { second_factors: factors, recovery_codes_left: left } }) => (
        <Container
          header={
            <Header
              variant="h2"
              description="With one, a stolen password alone signs nobody in"
              actions={
                <SpaceBetween direction="horizontal" size="xs">
                  {factors.length > 0 && (
                    <DialogButton
                      label="New recovery codes"
                      dialog={(close) => <RenewCodesDialog onClose={close} />}
                    />
                  )}
                  <DialogButton
                    label="Add authenticator app"
                    dialog={(close) => <AddFactorDialog kind="totp" onClose={close} />}
                  />
                  {hasPasskeys() && (
                    <DialogButton
                      label="Add passkey"
                      dialog={(close) => <AddFactorDialog kind="passkey" onClose={close} />}
                    />
                  )}
                </SpaceBetween>
              }
            >
              Second factor
            </Header>
          }
        >
          <SpaceBetween size="l">
            {factors.length === 0 && <Box>None. A password is enough to sign in.</Box>}
            {factors.map((factor) => (
              <Shown key={factor.id} factor={factor} />
            ))}
            {factors.length > 0 && <Box>{`${left} recovery codes left`}</Box>}
          </SpaceBetween>
        </Container>
      )}
    </QueryView>
  );
}

function Shown({ factor }: { readonly factor: Factor }) {
  return (
    <KeyValuePairs
      columns={4}
      items={[
        { label: LABELS[factor.kind], value: <span className="wrap-anywhere">{factor.name}</span> },
        { label: 'Added', value: <Time at={factor.added_at} /> },
        { label: 'Last used', value: <Ago at={factor.last_used_at} /> },
        {
          label: 'Factor',
          value: (
            <SpaceBetween direction="horizontal" size="xs">
              <DialogButton
                label="Rename"
                dialog={(close) => <RenameFactorDialog factor={factor} onClose={close} />}
              />
              <DialogButton
                label="Remove"
                dialog={(close) => <RemoveFactorDialog factor={factor} onClose={close} />}
              />
            </SpaceBetween>
          ),
        },
      ]}
    />
  );
}
