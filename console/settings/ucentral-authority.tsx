import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { api } from '../api/client';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { Time } from '../components/time';

const dialogs = () => import('./ucentral-authority-dialogs');
const ReplaceAuthorityDialog = lazyPart(async () => (await dialogs()).ReplaceAuthorityDialog);
const RemoveAuthorityDialog = lazyPart(async () => (await dialogs()).RemoveAuthorityDialog);

/** The certificate authority of the organisation's devices that speak uCentral. For super administrators. */
export function UcentralAuthority() {
  const query = api.useQuery('get', '/v1/organisation/ucentral_ca', {});
  return (
    <QueryView query={query} what="certificate authority">
      {({ data: { ucentral_ca: authority } }) => (
        <Container
          header={
            <Header
              variant="h2"
              description="Devices with its certificates connect to the uCentral gateway if they are in the inventory"
              actions={
                <SpaceBetween size="xs" direction="horizontal">
                  {authority.certificate !== null && (
                    <DialogButton
                      label="Remove authority"
                      dialog={(close) => <RemoveAuthorityDialog authority={authority} onClose={close} />}
                    />
                  )}
                  <DialogButton
                    label="Replace authority"
                    dialog={(close) => <ReplaceAuthorityDialog authority={authority} onClose={close} />}
                  />
                </SpaceBetween>
              }
            >
              Certificate authority of devices
            </Header>
          }
        >
          <KeyValuePairs
            columns={3}
            items={[
              { label: 'Name of the authority', value: authority.name ?? 'None' },
              { label: 'Valid from', value: <Time at={authority.valid_from} /> },
              { label: 'Valid until', value: <Time at={authority.valid_to} /> },
            ]}
          />
        </Container>
      )}
    </QueryView>
  );
}
