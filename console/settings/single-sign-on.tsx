import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { api } from '../api/client';
import { QueryView } from '../components/query-view';
import { RouteLink } from '../components/route-link';

/** By which identity provider users sign in, with the way to its settings. For super administrators. */
export function SingleSignOn() {
  const query = api.useQuery('get', '/v1/organisation/sso', {});
  return (
    <QueryView query={query} what="single sign-on">
      {({ data: { sso } }) => (
        <Container
          header={
            <Header
              variant="h2"
              actions={
                <RouteLink to="/settings/single-sign-on">
                  {sso.issuer === null ? 'Set up single sign-on' : 'Settings of single sign-on'}
                </RouteLink>
              }
            >
              Single sign-on
            </Header>
          }
        >
          <KeyValuePairs
            columns={3}
            items={[
              {
                label: 'Identity provider',
                value: <span className="wrap-anywhere">{sso.issuer ?? 'None'}</span>,
              },
              { label: 'Proven domains', value: provenOf(sso.domains) },
              { label: 'Passwords', value: sso.required ? 'Refused' : 'Accepted' },
            ]}
          />
        </Container>
      )}
    </QueryView>
  );
}

function provenOf(domains: readonly { readonly is_proven: boolean }[]): string {
  if (domains.length === 0) return 'None';
  return `${domains.filter(({ is_proven: isProven }) => isProven).length} of ${domains.length}`;
}
