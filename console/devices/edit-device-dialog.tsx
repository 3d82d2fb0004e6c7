import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { ConfirmDialog } from '../components/confirm-dialog';
import { AreaField, TextField } from '../components/form';
import { ConflictAlert, useRecordForm } from '../components/record-form';
import { TagsField } from '../pickers/tags-field';
import type { DeviceDetail } from './device';

interface DeviceValues {
  readonly name: string;
  readonly tags: readonly string[];
  readonly notes: string;
}

const LABELS = { name: 'Name', tags: 'Tags', notes: 'Notes' } as const;

const valuesOf = ({ name, tags, notes }: DeviceDetail): DeviceValues => {
  return { name, tags: tags.map(({ id }) => String(id)), notes };
};

interface EditDeviceDialogProps {
  readonly device: DeviceDetail;
  readonly onClose: () => void;
}

/** Renames a device and replaces its tags and its notes. */
export function EditDeviceDialog({ device, onClose }: EditDeviceDialogProps) {
  const { mutate, isPending, error } = api.useMutation('patch', '/v1/devices/{id}', { onSuccess: onClose });
  const form = useRecordForm(device, valuesOf, error);
  const { values, set, base } = form;
  return (
    <ConfirmDialog
      title="Edit the device"
      action="Save"
      isBusy={isPending}
      error={form.error}
      onConfirm={() => {
        mutate({
          ...onlyThis(base),
          body: { name: values.name, tag_ids: values.tags.map(Number), notes: values.notes },
        });
      }}
      onClose={onClose}
    >
      <ConflictAlert conflict={form.conflict} labels={LABELS} />
      <TextField form={form} name="name" label={LABELS.name} />
      <TagsField
        tags={values.tags}
        error={form.error}
        path="tag_ids"
        onChange={(tags) => {
          set('tags', tags);
        }}
      />
      <AreaField form={form} name="notes" label={LABELS.notes} description="At most 1,000 characters" />
    </ConfirmDialog>
  );
}
