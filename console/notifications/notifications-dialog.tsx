import { api } from '../api/client';
import { onlyThese } from '../api/only-this';
import { ConfirmDialog } from '../components/confirm-dialog';
import { CheckField } from '../components/form';
import { ConflictAlert, useRecordForm } from '../components/record-form';
import { SCOPE_LABELS, scopeIn, scopeValuesOf, type Notifications, type ScopeValues } from './email-values';
import { ScopeFields } from './scope-fields';

interface OwnValues extends ScopeValues {
  readonly enabled: boolean;
}

const LABELS = { enabled: 'Send me alerts by e-mail', ...SCOPE_LABELS };

interface NotificationsDialogProps {
  readonly notifications: Notifications;
  readonly onClose: () => void;
}

/** Changes which alerts the user gets by e-mail. */
export function NotificationsDialog({ notifications, onClose }: NotificationsDialogProps) {
  const { mutate, isPending, error } = api.useMutation('patch', '/v1/me/notifications', {
    onSuccess: onClose,
  });
  const form = useRecordForm(notifications, valuesOf, error);
  return (
    <ConfirmDialog
      title="Change notifications"
      action="Save"
      isBusy={isPending}
      error={form.error}
      onConfirm={() => {
        const { enabled, ...scope } = form.values;
        mutate({ ...onlyThese(form.base), body: { email: { enabled, ...scopeIn(scope) } } });
      }}
      onClose={onClose}
    >
      <ConflictAlert conflict={form.conflict} labels={LABELS} />
      <CheckField form={form} name="enabled" label={LABELS.enabled} />
      {form.values.enabled && <ScopeFields form={form} />}
    </ConfirmDialog>
  );
}

function valuesOf({ email }: Notifications): OwnValues {
  return { enabled: email.enabled, ...scopeValuesOf(email) };
}
