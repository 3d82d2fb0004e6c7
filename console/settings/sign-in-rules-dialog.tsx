import { api } from '../api/client';
import { onlyThese } from '../api/only-this';
import { ConfirmDialog } from '../components/confirm-dialog';
import { CheckField, numberIn, TextField } from '../components/form';
import { ConflictAlert, useRecordForm } from '../components/record-form';
import type { Organisation } from './organisation';

const LABELS = {
  require_second_factor: 'Require a second factor',
  session_idle_minutes: 'Minutes without use after which a browser session ends',
};

interface SignInRulesDialogProps {
  readonly organisation: Organisation;
  readonly onClose: () => void;
}

/** Changes how the users of the organisation sign in. */
export function SignInRulesDialog({ organisation, onClose }: SignInRulesDialogProps) {
  const { mutate, isPending, error } = api.useMutation('patch', '/v1/organisation', { onSuccess: onClose });
  const form = useRecordForm(organisation, valuesOf, error);
  return (
    <ConfirmDialog
      title="Change sign-in"
      action="Save"
      isBusy={isPending}
      error={form.error}
      onConfirm={() => {
        const { require_second_factor, session_idle_minutes: minutes } = form.values;
        const session_idle_minutes = numberIn(minutes) as number;
        mutate({ ...onlyThese(form.base), body: { require_second_factor, session_idle_minutes } });
      }}
      onClose={onClose}
    >
      <ConflictAlert conflict={form.conflict} labels={LABELS} />
      <CheckField
        form={form}
        name="require_second_factor"
        label={LABELS.require_second_factor}
        description="Users without one can only set it up, in the console and with their access tokens"
      />
      <TextField
        form={form}
        name="session_idle_minutes"
        label={LABELS.session_idle_minutes}
        description="5 to 1440"
        inputMode="numeric"
      />
    </ConfirmDialog>
  );
}

function valuesOf({ require_second_factor, session_idle_minutes: minutes }: Organisation) {
  return { require_second_factor, session_idle_minutes: String(minutes) };
}
