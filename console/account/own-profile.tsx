import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMe } from '../app/me';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { Time } from '../components/time';
import { localeName } from './locales';

const ChangePasswordDialog = lazyPart(
  async () => (await import('./change-password-dialog')).ChangePasswordDialog,
);
const ChangeEmailDialog = lazyPart(async () => (await import('./change-email-dialog')).ChangeEmailDialog);
const ProfileDialog = lazyPart(async () => (await import('./profile-dialog')).ProfileDialog);

/** The user, and how it reads times. */
export function OwnProfile() {
  const me = useMe();
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              <DialogButton label="Change profile" dialog={(close) => <ProfileDialog onClose={close} />} />
              <DialogButton label="Change email" dialog={(close) => <ChangeEmailDialog onClose={close} />} />
              <DialogButton
                label="Change password"
                dialog={(close) => <ChangePasswordDialog onClose={close} />}
              />
            </SpaceBetween>
          }
        >
          You
        </Header>
      }
    >
      <KeyValuePairs
        columns={4}
        items={[
          { label: 'Name', value: <span className="wrap-anywhere">{me.name ?? '–'}</span> },
          { label: 'Email', value: me.user.email },
          { label: 'Organisation', value: me.organisation?.name ?? '–' },
          { label: 'Role', value: me.role ?? '–' },
          { label: 'Dates as in', value: me.locale === null ? 'This browser' : localeName(me.locale) },
          { label: 'Time zone', value: me.time_zone ?? 'That of this browser' },
          { label: 'Session ends', value: <Time at={me.session_expires_at} /> },
        ]}
      />
    </Container>
  );
}
