import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';
import { TextField, useForm } from '../components/form';
import { SecretDialog } from '../components/secret-dialog';
import { EventTypesField } from './event-types-field';
import type { EventType } from './webhook';

interface WebhookValues {
  readonly url: string;
  readonly types: readonly EventType[];
}

const EMPTY: WebhookValues = { url: '', types: [] };

/** Creates a webhook, and then shows the secret that signs its requests. */
export function NewWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const { mutate, isPending, error, data } = api.useMutation('post', '/v1/webhooks');
  const form = useForm(EMPTY, error);
  const secret = data?.data.webhook.secret;
  if (secret) return <SecretDialog title="Secret of the webhook" secret={secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Create webhook"
      action="Create"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ body: { url: form.values.url, types: [...form.values.types] } });
      }}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="url"
        label="URL"
        placeholder="https://"
        description="An https URL with a public address"
      />
      <EventTypesField form={form} />
    </ConfirmDialog>
  );
}
