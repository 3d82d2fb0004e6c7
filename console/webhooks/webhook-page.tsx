import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useParams } from '@tanstack/react-router';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { ErrorBar } from '../components/error-bar';
import { DialogButton } from '../components/dialog-button';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { Time } from '../components/time';
import { EVENT_TYPES, useWebhook, type Webhook } from './webhook';
import { WebhookState } from './webhook-state';

const Deliveries = lazyPart(async () => (await import('./deliveries')).Deliveries);
const RotateDialog = lazyPart(async () => (await import('./webhook-dialogs')).RotateDialog);
const DeleteDialog = lazyPart(async () => (await import('./webhook-dialogs')).DeleteDialog);

/** One webhook with its deliveries. */
export function WebhookPage() {
  const query = useWebhook(Number(useParams({ strict: false }).id));
  return (
    <QueryView query={query} what="webhook">
      {({ data }) => <WebhookView webhook={data.webhook} />}
    </QueryView>
  );
}

function WebhookView({ webhook }: { webhook: Webhook }) {
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        actions={<Actions webhook={webhook} />}
        description={<WebhookState webhook={webhook} />}
      >
        <span className="wrap-anywhere">{webhook.url}</span>
      </Header>
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'Events', value: webhook.types.map((type) => EVENT_TYPES[type]).join('; ') },
          { label: 'Created', value: <Time at={webhook.created_at} /> },
        ]}
      />
      <Deliveries id={webhook.id} />
    </SpaceBetween>
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const { id, enabled } = webhook;
  const { mutate, isPending, error } = api.useMutation('patch', '/v1/webhooks/{id}');
  const test = api.useMutation('post', '/v1/webhooks/{id}/test');
  return (
    <>
      <SpaceBetween direction="horizontal" size="xs">
        <Button
          loading={isPending}
          onClick={() => {
            mutate({ ...onlyThis(webhook), body: { enabled: !enabled } });
          }}
        >
          {enabled ? 'Disable' : 'Enable'}
        </Button>
        <Button
          loading={test.isPending}
          disabled={!enabled}
          disabledReason="A disabled webhook gets no events"
          onClick={() => {
            test.mutate({ params: { path: { id } } });
          }}
        >
          Send test
        </Button>
        <DialogButton
          label="Rotate secret"
          dialog={(close) => <RotateDialog webhook={webhook} onClose={close} />}
        />
        <DialogButton label="Delete" dialog={(close) => <DeleteDialog webhook={webhook} onClose={close} />} />
      </SpaceBetween>
      <ErrorBar error={error ?? test.error} />
    </>
  );
}
