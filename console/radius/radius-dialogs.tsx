import { useState } from 'react';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { ConfirmDialog } from '../components/confirm-dialog';
import { useForm } from '../components/form';
import { ConflictAlert, useRecordForm } from '../components/record-form';
import { RadiusFields } from './radius-fields';
import { bodyOf, NEW_SERVER, RADIUS_LABELS, valuesOf, type RadiusServer } from './radius-server';

interface DialogProps {
  readonly onClose: () => void;
}

interface ServerDialogProps extends DialogProps {
  readonly server: RadiusServer;
}

/** Creates a RADIUS server. */
export function NewServerDialog({ onClose }: DialogProps) {
  const onSuccess = onClose;
  const { mutate, isPending, error } = api.useMutation('post', '/v1/radius_servers', { onSuccess });
  const form = useForm(NEW_SERVER, error);
  return (
    <ConfirmDialog
      title="Add RADIUS server"
      action="Add"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ body: bodyOf(form.values) });
      }}
      onClose={onClose}
    >
      <RadiusFields form={form} />
    </ConfirmDialog>
  );
}

/** Changes a RADIUS server. */
export function EditServerDialog({ server, onClose }: ServerDialogProps) {
  const onSuccess = onClose;
  const { mutate, isPending, error } = api.useMutation('patch', '/v1/radius_servers/{id}', { onSuccess });
  const form = useRecordForm(server, valuesOf, error);
  return (
    <ConfirmDialog
      title={`Edit ${server.name}`}
      action="Save"
      isBusy={isPending}
      error={form.error}
      onConfirm={() => {
        mutate({ ...onlyThis(form.base), body: bodyOf(form.values) });
      }}
      onClose={onClose}
    >
      A change goes to one access point of each hardware part first, in every network that uses the server.
      <ConflictAlert conflict={form.conflict} labels={RADIUS_LABELS} />
      <RadiusFields form={form} />
    </ConfirmDialog>
  );
}

/** Deletes a RADIUS server, unless SSIDs name it. */
export function DeleteServerDialog({ server: latest, onClose }: ServerDialogProps) {
  const [server] = useState(latest);
  const onSuccess = onClose;
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/radius_servers/{id}', { onSuccess });
  return (
    <ConfirmDialog
      title={`Delete ${server.name}`}
      action="Delete"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate(onlyThis(server));
      }}
      onClose={onClose}
    >
      It can be deleted when no SSID names it.
    </ConfirmDialog>
  );
}
