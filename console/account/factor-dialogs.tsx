import Modal from '@cloudscape-design/components/modal';
import { useState } from 'react';
import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';
import { DoneDialog } from '../components/done-dialog';
import { TextField, useForm } from '../components/form';
import { RecoveryCodeList } from './recovery-codes';
import { PasskeySetUp } from './passkey-set-up';
import { TotpSetUp, type RecoveryCodes } from './totp-set-up';

interface DialogProps {
  readonly onClose: () => void;
}

function CodesDialog({ codes, onClose }: DialogProps & { readonly codes: readonly string[] }) {
  return (
    <DoneDialog title="Recovery codes" onClose={onClose}>
      <RecoveryCodeList codes={codes} />
    </DoneDialog>
  );
}

const SET_UPS = {
  totp: { title: 'Add authenticator app', SetUp: TotpSetUp },
  passkey: { title: 'Add passkey', SetUp: PasskeySetUp },
} as const;

interface AddProps extends DialogProps {
  readonly kind: keyof typeof SET_UPS;
}

/** Sets up a factor. When the last sign-in is more than ten minutes ago, the dialog of the session opens. */
export function AddFactorDialog({ kind, onClose }: AddProps) {
  const { title, SetUp } = SET_UPS[kind];
  const [codes, setCodes] = useState<RecoveryCodes>(null);
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <Modal visible header={title} onDismiss={onClose}>
      <SetUp
        onConfirmed={(shown) => {
          if (shown) setCodes(shown);
          else onClose();
        }}
      />
    </Modal>
  );
}

interface FactorProps extends DialogProps {
  readonly factor: { readonly id: string; readonly name: string };
}

export function RenameFactorDialog({ factor: { id, name }, onClose }: FactorProps) {
  const { mutate, isPending, error } = api.useMutation('patch', '/v1/me/second_factors/{id}', {
    onSuccess: onClose,
  });
  const form = useForm({ name }, error);
  return (
    <ConfirmDialog
      title={`Rename ${name}`}
      action="Rename"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id } }, body: form.values });
      }}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" description="Such as the device that keeps it" />
    </ConfirmDialog>
  );
}

export function RemoveFactorDialog({ factor: { id, name }, onClose }: FactorProps) {
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/me/second_factors/{id}', {
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Remove ${name}`}
      action="Remove"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id } } });
      }}
      onClose={onClose}
    >
      It no longer signs you in. Without another app or passkey, a password is enough again, and the recovery
      codes end.
    </ConfirmDialog>
  );
}

export function RenewCodesDialog({ onClose }: DialogProps) {
  const { mutate, isPending, error, data } = api.useMutation('post', '/v1/me/recovery_codes');
  const codes = data?.data.recovery_codes;
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="New recovery codes"
      action="Make new codes"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({});
      }}
      onClose={onClose}
    >
      You get ten new codes. The old ones no longer work.
    </ConfirmDialog>
  );
}
