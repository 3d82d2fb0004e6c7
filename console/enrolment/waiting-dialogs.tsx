import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';
import { SelectField, useForm } from '../components/form';
import { useNetworkOptions, usePartOptions } from '../pickers/pickers';
import { REASONS, type Enrolment } from './enrolment';

interface WaitingDialogProps {
  readonly enrolment: Enrolment;
  readonly onClose: () => void;
}

/** Adds a device that waits to the inventory, with the hardware part that a person chooses. */
export function ApproveDialog({ enrolment, onClose }: WaitingDialogProps) {
  const onSuccess = onClose;
  const { mutate, isPending, error } = api.useMutation('post', '/v1/enrolments/{id}/approve', { onSuccess });
  const form = useForm({ part_number: '', network_id: '' }, error);
  const parts = usePartOptions();
  const networks = useNetworkOptions();
  const { id, mac_id: mac, board, reason, replaces } = enrolment;
  const hasCertificate = reason === 'certificate';
  const automatic = {
    value: '',
    label: hasCertificate ? "The part in the manufacturer's list" : 'The part that has this board',
  };
  return (
    <ConfirmDialog
      title={`Approve ${mac}`}
      action="Approve"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        const { part_number, network_id: network } = form.values;
        mutate({
          params: { path: { id } },
          body: {
            ...(part_number === '' ? {} : { part_number }),
            ...(network === '' ? {} : { network_id: Number(network) }),
          },
        });
      }}
      onClose={onClose}
    >
      {replaces && 'A device of the inventory gets another key, and keeps its network and its part.'}
      {hasCertificate && 'The device comes to the inventory, and connects within some minutes.'}
      {!replaces &&
        !hasCertificate &&
        `The device comes to the inventory. Its board is ${board === '' ? 'unknown' : board}.`}
      {!replaces && (
        <SelectField
          form={form}
          name="part_number"
          label="Hardware part"
          description={REASONS[reason]}
          options={reason === 'board' ? parts : [automatic, ...parts]}
        />
      )}
      {hasCertificate && (
        <SelectField
          form={form}
          name="network_id"
          label="Network"
          options={[{ value: '', label: 'No network' }, ...networks]}
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
      {enrolment.reason === 'certificate'
        ? 'The device is not shown again until it has not tried to connect for a week.'
        : 'The device gets no key. After a reset it may ask again.'}
    </ConfirmDialog>
  );
}
