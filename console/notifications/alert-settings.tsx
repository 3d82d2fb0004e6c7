import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import { useState } from 'react';
import { api } from '../api/client';
import { lazyPart } from '../components/lazy-part';
import { DialogButton } from '../components/dialog-button';
import { QueryView } from '../components/query-view';
import { RowButton } from '../components/row-button';
import { KINDS, networksText, scopeText, type AlertSettings as Settings, type Kind } from './email-values';

const KindDialog = lazyPart(async () => (await import('./alert-dialogs')).KindDialog);
const DefaultsDialog = lazyPart(async () => (await import('./alert-dialogs')).DefaultsDialog);

/** Which alerts the organisation opens, and who gets them by e-mail without a choice. For administrators. */
export function AlertSettings() {
  const query = api.useQuery('get', '/v1/alert_settings', {});
  return (
    <QueryView query={query} what="alert settings">
      {({ data }) => <Shown settings={data.alert_settings} />}
    </QueryView>
  );
}

function Shown({ settings }: { readonly settings: Settings }) {
  const { kinds, email } = settings;
  const [changed, setChanged] = useState<Kind | null>(null);
  return (
    <Container
      header={
        <Header
          variant="h2"
          description="For all of the organisation"
          actions={
            <DialogButton
              label="Change default e-mails"
              dialog={(close) => <DefaultsDialog settings={settings} onClose={close} />}
            />
          }
        >
          Alerts
        </Header>
      }
    >
      <SpaceBetween size="m">
        <KeyValuePairs
          columns={2}
          items={[
            { label: 'E-mails to users who have not chosen', value: enabledText(email.enabled) },
            { label: 'Which', value: email.enabled === false ? '–' : scopeText(email) },
          ]}
        />
        <Table
          variant="embedded"
          items={Object.keys(kinds) as Kind[]}
          trackBy={(kind) => kind}
          columnDefinitions={[
            { id: 'kind', header: 'Kind', isRowHeader: true, cell: (kind) => KINDS[kind] },
            { id: 'opens', header: 'Opens', cell: (kind) => opensText(kinds[kind]) },
            {
              id: 'change',
              header: 'Change',
              cell: (kind) => (
                <RowButton
                  verb="Change"
                  of={KINDS[kind]}
                  onClick={() => {
                    setChanged(kind);
                  }}
                />
              ),
            },
          ]}
        />
      </SpaceBetween>
      {changed !== null && (
        <KindDialog
          settings={settings}
          kind={changed}
          onClose={() => {
            setChanged(null);
          }}
        />
      )}
    </Container>
  );
}

function enabledText(enabled: Settings['email']['enabled']): string {
  if (enabled === null) return 'Administrators of all networks only';
  return enabled ? 'All of them' : 'None of them';
}

function opensText({ enabled, after_minutes: after, networks }: Settings['kinds'][Kind]): string {
  if (!enabled) return 'Never';
  const when = after === null ? 'At once' : `After ${after} minutes`;
  return networks === 'all' ? when : `${when}; ${networksText({ networks })}`;
}
