import { useState } from 'react';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { ConfirmDialog } from '../components/confirm-dialog';
import { useGoTo } from '../components/route-link';
import { SecretDialog } from '../components/secret-dialog';
import type { Webhook } from './webhook';

interface DialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Replaces the secret that signs the requests, and shows the new one. */
export function RotateDialog({ webhook: latest, onClose }: DialogProps) {
  const [webhook] = useState(latest);
  const { mutate, isPending, error, data } = api.useMutation('post', '/v1/webhooks/{id}/rotate_secret');
  const secret = data?.data.webhook.secret;
  if (secret) return <SecretDialog title="New secret of the webhook" secret={secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Rotate the secret"
      action="Rotate"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate(onlyThis(webhook));
      }}
      onClose={onClose}
    >
      Requests are signed with a new secret. The old secret also signs them for 24 hours.
    </ConfirmDialog>
  );
}

/** Deletes the webhook after a confirmation. */
export function DeleteDialog({ webhook: latest, onClose }: DialogProps) {
  const [webhook] = useState(latest);
  const goTo = useGoTo();
  const onSuccess = (): void => {
    goTo('/webhooks');
  };
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/webhooks/{id}', { onSuccess });
  return (
    <ConfirmDialog
      title="Delete the webhook"
      action="Delete"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate(onlyThis(webhook));
      }}
      onClose={onClose}
    >
      Nothing more is sent to it, and its deliveries are no longer listed.
    </ConfirmDialog>
  );
}
