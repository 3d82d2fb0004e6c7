import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useParams } from '@tanstack/react-router';
import { useMe } from '../app/me';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { RouteLink } from '../components/route-link';
import { Ago } from '../components/time';
import { ROLES, useUser, type User } from './user';
import { UserState } from './user-state';

const UserForm = lazyPart(async () => (await import('./user-form')).UserForm);
const SessionsDialog = lazyPart(async () => (await import('./user-dialogs')).SessionsDialog);
const TokensDialog = lazyPart(async () => (await import('./user-dialogs')).TokensDialog);
const ResetFactorsDialog = lazyPart(async () => (await import('./user-dialogs')).ResetFactorsDialog);
const PasswordLinkDialog = lazyPart(async () => (await import('./password-link')).PasswordLinkDialog);
const DisableDialog = lazyPart(async () => (await import('./user-dialogs')).DisableDialog);
const DeleteDialog = lazyPart(async () => (await import('./user-dialogs')).DeleteDialog);

/** One user: account, role and networks. */
export function UserPage() {
  const query = useUser(Number(useParams({ strict: false }).id));
  return (
    <QueryView query={query} what="user">
      {({ data }) => <UserView user={data.user} />}
    </QueryView>
  );
}

function UserView({ user }: { user: User }) {
  const isOwn = useMe().user.id === user.id;
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        actions={<Actions user={user} isOwn={isOwn} />}
        description={<UserState user={user} />}
      >
        <span className="wrap-anywhere">{user.email}</span>
      </Header>
      <KeyValuePairs
        columns={4}
        items={[
          { label: 'Role', value: ROLES[user.role].label },
          { label: 'Password', value: user.has_password ? 'Set' : 'None' },
          { label: 'Second factor', value: user.has_second_factor ? 'Set up' : 'None' },
          { label: 'Last sign-in', value: <Ago at={user.last_sign_in_at} /> },
        ]}
      />
      {isOwn ? (
        <Box>
          You change your email and profile in the <RouteLink to="/settings">settings</RouteLink>; your rights
          are for others to change.
        </Box>
      ) : (
        <UserForm user={user} />
      )}
    </SpaceBetween>
  );
}

function Actions({ user, isOwn }: { user: User; isOwn: boolean }) {
  const { role } = useMe();
  const mayReset = role === 'super_admin' && user.role !== 'super_admin' && user.has_second_factor;
  const notOwn = {
    disabled: isOwn,
    disabledReason: 'Only another administrator can do this to your account',
  };
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <DialogButton label="End sessions" dialog={(close) => <SessionsDialog user={user} onClose={close} />} />
      <DialogButton label="Revoke tokens" dialog={(close) => <TokensDialog user={user} onClose={close} />} />
      {mayReset && (
        <DialogButton
          label="Reset second factor"
          dialog={(close) => <ResetFactorsDialog user={user} onClose={close} />}
        />
      )}
      <DialogButton
        {...notOwn}
        label="Password link"
        dialog={(close) => <PasswordLinkDialog user={user} onClose={close} />}
      />
      <DialogButton
        {...notOwn}
        label={user.is_disabled ? 'Enable' : 'Disable'}
        dialog={(close) => <DisableDialog user={user} onClose={close} />}
      />
      <DialogButton
        {...notOwn}
        label="Delete"
        dialog={(close) => <DeleteDialog user={user} onClose={close} />}
      />
    </SpaceBetween>
  );
}
