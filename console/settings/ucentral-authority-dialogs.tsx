import { api } from '../api/client';
import { onlyThese } from '../api/only-this';
import { ConfirmDialog } from '../components/confirm-dialog';
import { AreaField } from '../components/form';
import { ConflictAlert, useRecordForm } from '../components/record-form';
import type { UcentralAuthority } from './organisation';

const LABELS = { certificate: 'Certificate' } as const;

interface AuthorityDialogProps {
  readonly authority: UcentralAuthority;
  readonly onClose: () => void;
}

/** Replaces the authority by one whose certificate is pasted. */
export function ReplaceAuthorityDialog({ authority, onClose }: AuthorityDialogProps) {
  const { mutate, isPending, error } = api.useMutation('put', '/v1/organisation/ucentral_ca', {
    onSuccess: onClose,
  });
  const form = useRecordForm(authority, valuesOf, error);
  return (
    <ConfirmDialog
      title="Replace the authority"
      action="Save"
      isBusy={isPending}
      error={form.error}
      onConfirm={() => {
        mutate({ ...onlyThese(form.base), body: { certificate: form.values.certificate } });
      }}
      onClose={onClose}
    >
      <ConflictAlert conflict={form.conflict} labels={LABELS} />
      <AreaField
        form={form}
        name="certificate"
        label={LABELS.certificate}
        description="One self-signed certificate in PEM. With another key, devices that have connected are disconnected and refused"
      />
    </ConfirmDialog>
  );
}

export function RemoveAuthorityDialog({ authority, onClose }: AuthorityDialogProps) {
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/organisation/ucentral_ca', {
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title="Remove the authority"
      action="Remove"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate(onlyThese(authority));
      }}
      onClose={onClose}
    >
      The connections of devices with its certificates are closed, and no more are opened.
    </ConfirmDialog>
  );
}

function valuesOf({ certificate }: UcentralAuthority) {
  return { certificate: certificate ?? '' };
}
