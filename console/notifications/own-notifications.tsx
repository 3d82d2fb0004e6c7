import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { api } from '../api/client';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { scopeText, type Notifications } from './email-values';

const NotificationsDialog = lazyPart(
  async () => (await import('./notifications-dialog')).NotificationsDialog,
);

/** Which alerts the user gets by e-mail. */
export function OwnNotifications() {
  const query = api.useQuery('get', '/v1/me/notifications', {});
  return (
    <QueryView query={query} what="notifications">
      {({ data }) => <Shown notifications={data.notifications} />}
    </QueryView>
  );
}

function Shown({ notifications }: { readonly notifications: Notifications }) {
  const { email, sends_email: isSent } = notifications;
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={
            <DialogButton
              label="Change notifications"
              dialog={(close) => <NotificationsDialog notifications={notifications} onClose={close} />}
            />
          }
        >
          Notifications
        </Header>
      }
    >
      <SpaceBetween size="m">
        {!isSent && (
          <Alert type="info">This installation sends no e-mails: its operator has not set a server.</Alert>
        )}
        <KeyValuePairs
          columns={2}
          items={[
            { label: 'Alerts by e-mail', value: email.enabled ? 'Yes' : 'No' },
            { label: 'Which', value: email.enabled ? scopeText(email) : '–' },
          ]}
        />
      </SpaceBetween>
    </Container>
  );
}
