import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { AtProvider } from './at-provider';
import { DomainProofs } from './domain-proofs';
import { SsoForm } from './sso-form';

const RemoveSsoDialog = lazyPart(async () => (await import('./remove-sso-dialog')).RemoveSsoDialog);

/** How the users of the organisation sign in by its identity provider. */
export function SingleSignOnPage() {
  const query = api.useQuery('get', '/v1/organisation/sso', {}, poll);
  // The form begins anew after a removal.
  const [removals, setRemovals] = useState(0);
  return (
    <QueryView query={query} what="single sign-on">
      {({ data: { sso } }) => (
        <SpaceBetween size="l">
          <Header
            variant="h1"
            description="Users sign in by your identity provider, with OpenID Connect"
            actions={
              <DialogButton
                label="Remove single sign-on"
                disabled={sso.issuer === null}
                disabledReason="It is not set up"
                dialog={(close) => (
                  <RemoveSsoDialog
                    sso={sso}
                    onRemoved={() => {
                      close();
                      setRemovals(removals + 1);
                    }}
                    onClose={close}
                  />
                )}
              />
            }
          >
            Single sign-on
          </Header>
          <AtProvider sso={sso} />
          <SsoForm key={removals} sso={sso} />
          <DomainProofs domains={sso.domains} />
        </SpaceBetween>
      )}
    </QueryView>
  );
}
