import Alert from '@cloudscape-design/components/alert';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';
import { DoneDialog } from '../components/done-dialog';
import { CheckField, SelectField, TextField, useForm } from '../components/form';
import { useNetworkOptions } from '../pickers/pickers';
import { TagsField } from '../pickers/tags-field';
import { bodyOf, commandFor, DAYS, NEW_TOKEN, type EnrolmentToken } from './enrolment';

interface DialogProps {
  readonly onClose: () => void;
}

/** Creates a token, and then shows the command that enrols a device with it. */
export function NewTokenDialog({ onClose }: DialogProps) {
  const { mutate, isPending, error, data } = api.useMutation('post', '/v1/enrolment_tokens');
  const form = useForm(NEW_TOKEN, error);
  const networks = useNetworkOptions();
  const token = data?.data.enrolment_token.token;
  if (token) return <CommandDialog token={token} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Create enrolment token"
      action="Create"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ body: bodyOf(form.values) });
      }}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" description="What it is for" />
      <SelectField
        form={form}
        name="network_id"
        label="Network"
        options={[{ value: '', label: 'No network' }, ...networks]}
      />
      <TagsField
        tags={form.values.tag_ids}
        onChange={(tags) => {
          form.set('tag_ids', tags);
        }}
        error={error}
        path="tag_ids"
      />
      <SelectField form={form} name="days" label="Valid for" path="expires_at" options={DAYS} />
      <TextField form={form} name="max_devices" label="Most devices" inputMode="numeric" />
      <CheckField form={form} name="approval" label="Every device waits for an approval" />
      <CheckField
        form={form}
        name="replace"
        label="Replace keys"
        description="A device of the inventory that has been silent for a day may get another key"
      />
    </ConfirmDialog>
  );
}

function CommandDialog({ token, onClose }: DialogProps & { readonly token: string }) {
  const command = commandFor(token);
  return (
    <DoneDialog title="Enrol devices" onClose={onClose}>
      <SpaceBetween size="m">
        <Alert type="warning">Copy it now: the token is not shown again.</Alert>
        Run this on each device, or put the token into the file /etc/airfleet/token of its image:
        <pre className="wrap-anywhere">{command}</pre>
        <CopyToClipboard
          textToCopy={command}
          copyButtonText="Copy the command"
          copySuccessText="Copied"
          copyErrorText="The browser did not allow it"
        />
      </SpaceBetween>
    </DoneDialog>
  );
}

/** Revokes a token after a confirmation. */
export function RevokeTokenDialog({ token, onClose }: DialogProps & { readonly token: EnrolmentToken }) {
  const onSuccess = onClose;
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/enrolment_tokens/{id}', { onSuccess });
  return (
    <ConfirmDialog
      title={`Revoke ${token.name}`}
      action="Revoke"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id: token.id } } });
      }}
      onClose={onClose}
    >
      It enrols no device any more, and devices that wait with it cannot be approved. Devices that it has
      enrolled stay.
    </ConfirmDialog>
  );
}
