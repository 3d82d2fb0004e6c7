import { api } from '../api/client';
import { ConfirmDialog } from '../components/confirm-dialog';
import { numberIn, TextField, useForm } from '../components/form';
import type { DeviceDetail } from './device';

interface DialogProps {
  readonly device: DeviceDetail;
  readonly onClose: () => void;
}

/** Tells a device to reboot, after a confirmation. */
export function RebootDialog({ device: { id, name, mac_id: mac }, onClose }: DialogProps) {
  const { mutate, isPending, error } = api.useMutation('post', '/v1/devices/{id}/reboot', {
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Reboot ${name || mac}`}
      action="Reboot"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id } } });
      }}
      onClose={onClose}
    >
      The device gets the command with its next heartbeat, within a minute or so. Its clients lose their
      network until it is back.
    </ConfirmDialog>
  );
}

/** Lets the lights of an access point blink. */
export function BlinkDialog({ device: { id, name, mac_id: mac }, onClose }: DialogProps) {
  const { mutate, isPending, error } = api.useMutation('post', '/v1/devices/{id}/blink', {
    onSuccess: onClose,
  });
  const form = useForm({ seconds: '60' }, error);
  return (
    <ConfirmDialog
      title={`Let ${name || mac} blink`}
      action="Blink"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ params: { path: { id } }, body: { seconds: numberIn(form.values.seconds) as number } });
      }}
      onClose={onClose}
    >
      Its lights blink from its next heartbeat on, so that it is found among others.
      <TextField form={form} name="seconds" label="Seconds" description="At most 300" inputMode="numeric" />
    </ConfirmDialog>
  );
}
