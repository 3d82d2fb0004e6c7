import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';
import { SelectField, useForm } from '../components/form';
import { usePartOptions } from '../pickers/pickers';
import { REASONS, type Enrolment } from './enrolment';

interface WaitingDialogProps {
  readonly enrolment: Enrolment;
  readonly onClose: () => void;
}

/** Adds a device that waits to the inventory, with the hardware part that a person chooses. */
export function ApproveDialog({ enrolment, onClose }: WaitingDialogProps) {
  const onSuccess = onClose;
  const { mutate, isPending, error } = api.useMutation('post', '/v1/enrolments/{id}/approve', { onSuccess });
  const form = useForm({ part_number: '' }, error);
  const parts = usePartOptions();
  const { id, mac_id: mac, board, reason, replaces } = enrolment;
  const automatic = { value: '', label: 'The part that has this board' };
  return (
    <ConfirmDialog
      title={`Approve ${mac}`}
      action="Approve"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        const { part_number } = form.values;
        mutate({ params: { path: { id } }, body: part_number === '' ? {} : { part_number } });
      }}
      onClose={onClose}
    >
      {replaces
        ? 'A device of the inventory gets another key, and keeps its network and its part.'
        : `The device comes to the inventory. Its board is ${board === '' ? 'unknown' : board}.`}
      {!replaces && (
        <SelectField
          form={form}
          name="part_number"
          label="Hardware part"
          description={REASONS[reason]}
          options={reason === 'board' ? parts : [automatic, ...parts]}
        />
      )}
    </ConfirmDialog>
  );
}

/** Refuses a device that waits. */
export function RefuseDialog({ enrolment, onClose }: WaitingDialogProps) {
  const onSuccess = onClose;
  const { mutate, isPending, error } = api.useMutation('post', '/v1/enrolments/{id}/refuse', { onSuccess });
  return (
    <ConfirmDialog
      title={`Refuse ${enrolment.mac_id}`}
      action="Refuse"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id: enrolment.id } } });
      }}
      onClose={onClose}
    >
      The device gets no key. After a reset it may ask again.
    </ConfirmDialog>
  );
}
