import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { useState } from 'react';
import { client } from '../api/client';
import { OwnProfile } from '../account/own-profile';
import { OwnSessions } from '../account/own-sessions';
import { SecondFactors } from '../account/second-factors';
import { applyColours, chosenColours, type Colours } from '../app/colour-mode';
import { areKeysOn, switchKeys } from '../app/keys';
import { useMe, useRights } from '../app/me';
import { lazyPart } from '../components/lazy-part';
import { SignInRules } from './sign-in-rules';
import { SingleSignOn } from './single-sign-on';
import { UcentralAuthority } from './ucentral-authority';
import { OwnNotifications } from '../notifications/own-notifications';

const AlertSettings = lazyPart(async () => (await import('../notifications/alert-settings')).AlertSettings);

const COLOURS: readonly { value: Colours; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The user, its notifications, what this browser remembers, and the alerts of the organisation. */
export function SettingsPage() {
  const { organisation } = useMe();
  const { administer_all: administersAll, super_administer: superAdministers } = useRights();
  const [colours, setColours] = useState(chosenColours);
  const [hasKeys, setHasKeys] = useState(areKeysOn);
  return (
    <SpaceBetween size="l">
      <Header variant="h1" actions={<Button onClick={() => void signOut()}>Sign out</Button>}>
        Settings
      </Header>
      <OwnProfile />
      <SecondFactors />
      {organisation !== null && <OwnSessions />}
      {organisation !== null && <OwnNotifications />}
      {administersAll && <AlertSettings />}
      {superAdministers && <SignInRules />}
      {superAdministers && <SingleSignOn />}
      {superAdministers && <UcentralAuthority />}
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
