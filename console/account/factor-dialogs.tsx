import Modal from '@cloudscape-design/components/modal';
import { useState } from 'react';
import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';
import { DoneDialog } from '../components/done-dialog';
import { RecoveryCodeList } from './recovery-codes';
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

/** Sets up an authenticator app. When the last sign-in is more than ten minutes ago, the dialog of the session opens. */
export function AddFactorDialog({ onClose }: DialogProps) {
  const [codes, setCodes] = useState<RecoveryCodes>(null);
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <Modal visible header="Add authenticator app" onDismiss={onClose}>
      <TotpSetUp
        onConfirmed={(shown) => {
          if (shown) setCodes(shown);
          else onClose();
        }}
      />
    </Modal>
  );
}

interface RemoveProps extends DialogProps {
  readonly factor: { readonly id: string; readonly name: string };
}

export function RemoveFactorDialog({ factor: { id, name }, onClose }: RemoveProps) {
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
      Its codes no longer sign you in. Without another app, a password is enough again, and the recovery codes
      end.
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
