import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { CopyText } from '../components/copy-text';
import type { Sso } from './sso';

/** What the provider has to know of the service. */
export function AtProvider({ sso }: { readonly sso: Sso }) {
  const { redirect_uri: redirect, backchannel_logout_uri: logout } = sso;
  if (redirect === null || logout === null)
    return (
      <Alert type="warning" header="The service has no public URL">
        Single sign-on needs PUBLIC_URL, which the operator of the installation sets.
      </Alert>
    );
  return (
    <Container
      header={
        <Header variant="h2" description="Register airfleet there as a web application with a secret">
          At the provider
        </Header>
      }
    >
      <SpaceBetween size="m">
        <KeyValuePairs
          columns={2}
          items={[
            { label: 'Redirect URI', value: <CopyText text={redirect} label="Copy the redirect URI" /> },
            {
              label: 'Back-channel logout URL, where the provider has it',
              value: <CopyText text={logout} label="Copy the back-channel logout URL" />,
            },
          ]}
        />
        <ExpandableSection headerText="Which values?" headingTagOverride="h3">
          <KeyValuePairs columns={3} items={[...RECIPES]} />
        </ExpandableSection>
      </SpaceBetween>
    </Container>
  );
}

/** What differs from provider to provider; docs/sso.md has it in full. */
const RECIPES = [
  {
    label: 'Keycloak',
    value: (
      <ul className="wrap-anywhere">
        <li>Issuer: https://HOST/realms/REALM</li>
        <li>A client with client authentication and the standard flow</li>
        <li>Claim: realm_access.roles, which the mapper “realm roles” adds to the ID token or to userinfo</li>
      </ul>
    ),
  },
  {
    label: 'Entra ID',
    value: (
      <ul className="wrap-anywhere">
        <li>Issuer: https://login.microsoftonline.com/TENANT/v2.0 with the id of your tenant</li>
        <li>An application for this tenant alone, with the optional claim email</li>
        <li>Claim: roles, with app roles that you assign to users or groups</li>
        <li>Users that airfleet has already are not linked: delete them first</li>
      </ul>
    ),
  },
  {
    label: 'Google',
    value: (
      <ul className="wrap-anywhere">
        <li>Issuer: https://accounts.google.com</li>
        <li>An OAuth client of the kind web application</li>
        <li>No claim: Google sends no groups, so give rights in airfleet</li>
        <li>There is no back-channel logout</li>
      </ul>
    ),
  },
] as const;
