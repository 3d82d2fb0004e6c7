import { useState } from 'react';
import { api } from '../api/client';
import { onlyThese } from '../api/only-this';
import { ConfirmDialog } from '../components/confirm-dialog';
import type { Sso } from './sso';

interface RemoveSsoDialogProps {
  readonly sso: Sso;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Ends single sign-on after a confirmation. */
export function RemoveSsoDialog({ sso: latest, onRemoved, onClose }: RemoveSsoDialogProps) {
  const [sso] = useState(latest);
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/organisation/sso', {
    onSuccess: onRemoved,
  });
  return (
    <ConfirmDialog
      title="Remove single sign-on"
      action="Remove"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate(onlyThese(sso));
      }}
      onClose={onClose}
    >
      Users who have no password are mailed a link at which they choose one; if the service sends no mails,
      you hand links over on the page of each user. Sessions and access tokens of single sign-on end within an
      hour, and the domains are given up.
    </ConfirmDialog>
  );
}
