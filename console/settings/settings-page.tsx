import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { useState } from 'react';
import { client } from '../api/client';
import { OwnSessions } from '../account/own-sessions';
import { SecondFactors } from '../account/second-factors';
import { applyColours, chosenColours, type Colours } from '../app/colour-mode';
import { areKeysOn, switchKeys } from '../app/keys';
import { useMe, useRights } from '../app/me';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { Time } from '../components/time';
import { SignInRules } from './sign-in-rules';
import { OwnNotifications } from '../notifications/own-notifications';

const ChangePasswordDialog = lazyPart(
  async () => (await import('../account/change-password-dialog')).ChangePasswordDialog,
);

const AlertSettings = lazyPart(async () => (await import('../notifications/alert-settings')).AlertSettings);

const COLOURS: readonly { value: Colours; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The user, its notifications, what this browser remembers, and the alerts of the organisation. */
export function SettingsPage() {
  const { user, organisation, role, session_expires_at: expiresAt } = useMe();
  const { administer_all: administersAll } = useRights();
  const [colours, setColours] = useState(chosenColours);
  const [hasKeys, setHasKeys] = useState(areKeysOn);
  return (
    <SpaceBetween size="l">
      <Header variant="h1" actions={<Button onClick={() => void signOut()}>Sign out</Button>}>
        Settings
      </Header>
      <Container
        header={
          <Header
            variant="h2"
            actions={
              <DialogButton
                label="Change password"
                dialog={(close) => <ChangePasswordDialog onClose={close} />}
              />
            }
          >
            You
          </Header>
        }
      >
        <KeyValuePairs
          columns={4}
          items={[
            { label: 'Email', value: user.email },
            { label: 'Organisation', value: organisation?.name ?? '–' },
            { label: 'Role', value: role ?? '–' },
            { label: 'Session ends', value: <Time at={expiresAt} /> },
          ]}
        />
      </Container>
      <SecondFactors />
      {organisation !== null && <OwnSessions />}
      {organisation !== null && <OwnNotifications />}
      {administersAll && <AlertSettings />}
      {role === 'super_admin' && <SignInRules />}
      <Container header={<Header variant="h2">This browser</Header>}>
        <SpaceBetween size="m">
          <FormField label="Colours">
            <RadioGroup
              value={colours}
              items={[...COLOURS]}
              onChange={({ detail }) => {
                const chosen = detail.value as Colours;
                applyColours(chosen);
                setColours(chosen);
              }}
            />
          </FormField>
          <Toggle
            checked={hasKeys}
            description="Ctrl K always works; ? lists them"
            onChange={({ detail }) => {
              switchKeys(detail.checked);
              setHasKeys(detail.checked);
            }}
          >
            Keyboard shortcuts of a single key
          </Toggle>
        </SpaceBetween>
      </Container>
    </SpaceBetween>
  );
}

async function signOut(): Promise<void> {
  await client.DELETE('/v1/session', {});
  location.reload();
}
