import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { api } from '../api/client';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';

const SignInRulesDialog = lazyPart(async () => (await import('./sign-in-rules-dialog')).SignInRulesDialog);

/** How the users of the organisation sign in. For super administrators. */
export function SignInRules() {
  const query = api.useQuery('get', '/v1/organisation', {});
  return (
    <QueryView query={query} what="organisation">
      {({ data: { organisation } }) => (
        <Container
          header={
            <Header
              variant="h2"
              description="For all of the organisation"
              actions={
                <DialogButton
                  label="Change sign-in"
                  dialog={(close) => <SignInRulesDialog organisation={organisation} onClose={close} />}
                />
              }
            >
              Sign-in
            </Header>
          }
        >
          <KeyValuePairs
            columns={2}
            items={[
              {
                label: 'Second factor',
                value: organisation.require_second_factor ? 'Required' : 'As each user chooses',
              },
              {
                label: 'A browser session ends',
                value: `After ${organisation.session_idle_minutes} minutes without use`,
              },
            ]}
          />
        </Container>
      )}
    </QueryView>
  );
}
