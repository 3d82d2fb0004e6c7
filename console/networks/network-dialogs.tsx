import { useState } from 'react';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { ConfirmDialog } from '../components/confirm-dialog';
import { TextField, useForm } from '../components/form';
import { useGoTo } from '../components/route-link';
import type { Network } from './network';

/** Creates a network and opens it. */
export function NewNetworkDialog({ onClose }: { readonly onClose: () => void }) {
  const goTo = useGoTo();
  const { mutate, isPending, error } = api.useMutation('post', '/v1/networks', {
    onSuccess: ({ data }) => {
      goTo(`/networks/${data.network.id}`);
    },
  });
  const form = useForm({ network_name: '' }, error);
  return (
    <ConfirmDialog
      title="Create network"
      action="Create"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate({ body: form.values });
      }}
      onClose={onClose}
    >
      <TextField form={form} name="network_name" label="Name" />
    </ConfirmDialog>
  );
}

interface DeleteNetworkDialogProps {
  readonly network: Network;
  readonly onClose: () => void;
}

/** Deletes an empty network after a confirmation. */
export function DeleteNetworkDialog({ network: latest, onClose }: DeleteNetworkDialogProps) {
  const [network] = useState(latest);
  const goTo = useGoTo();
  const onSuccess = (): void => {
    goTo('/networks');
  };
  const { mutate, isPending, error } = api.useMutation('delete', '/v1/networks/{id}', { onSuccess });
  return (
    <ConfirmDialog
      title={`Delete ${network.network_name}`}
      action="Delete"
      isBusy={isPending}
      error={error}
      onConfirm={() => {
        mutate(onlyThis(network));
      }}
      onClose={onClose}
    >
      The network has no devices. Its SSIDs are deleted with it.
    </ConfirmDialog>
  );
}
