import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';
import { DialogButton } from '../components/dialog-button';
import { QueryView } from '../components/query-view';
import { Time } from '../components/time';
import { browserName } from './browser-name';

type Session = Schema<'ListOwnSessionsResponse'>['data']['sessions'][number];

/** The browsers in which the user is signed in. */
export function OwnSessions() {
  const query = api.useQuery('get', '/v1/me/sessions', { params: { query: {} } });
  return (
    <QueryView query={query} what="sessions">
      {({ data }) => (
        <Container
          header={
            <Header
              variant="h2"
              actions={
                <DialogButton
                  label="End all others"
                  dialog={(close) => <EndOthersDialog onClose={close} />}
                />
              }
            >
              Where you are signed in
            </Header>
          }
        >
          <SpaceBetween size="l">
            {data.sessions.map((session) => (
              <Shown key={session.id} session={session} />
            ))}
          </SpaceBetween>
        </Container>
      )}
    </QueryView>
  );
}

function Shown({ session }: { readonly session: Session }) {
  const { browser, address, is_current: isCurrent } = session;
  return (
    <KeyValuePairs
      columns={4}
      items={[
        { label: 'Browser', value: browserName(browser) },
        { label: 'Address', value: address ?? '–' },
        { label: 'Last seen', value: <Time at={session.last_seen_at ?? session.created_at} /> },
        {
          label: 'Session',
          value: isCurrent ? (
            <Box>This one</Box>
          ) : (
            <DialogButton label="End" dialog={(close) => <EndDialog session={session} onClose={close} />} />
          ),
        },
      ]}
    />
  );
}

interface DialogProps {
  readonly onClose: () => void;
}

function EndDialog({ session: { id, browser }, onClose }: DialogProps & { readonly session: Session }) {
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/me/sessions/{id}', {
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`End the session in ${browserName(browser)}`}
      action="End session"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id } } });
      }}
      onClose={onClose}
    >
      You have to sign in there again. Access tokens stay valid.
    </ConfirmDialog>
  );
}

function EndOthersDialog({ onClose }: DialogProps) {
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/me/sessions', { onSuccess: onClose });
  return (
    <ConfirmDialog
      title="End all other sessions"
      action="End sessions"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({});
      }}
      onClose={onClose}
    >
      You have to sign in again in every other browser. Access tokens stay valid.
    </ConfirmDialog>
  );
}
