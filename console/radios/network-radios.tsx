import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { useMayChange } from '../app/me';
import type { NetworkDetail } from '../networks/network';
import { ChannelTable } from './channel-table';
import { ClientTable } from './client-table';
import { RadioForm } from './radio-form';
import { RadioTable } from './radio-table';

/** The channels of a network's devices, their clients, and their radio settings. */
export function NetworkRadios({ network }: { readonly network: NetworkDetail }) {
  return (
    <SpaceBetween size="l">
      <ChannelTable networkId={network.id} />
      <ClientTable networkId={network.id} />
      <Settings network={network} />
    </SpaceBetween>
  );
}

function Settings({ network }: { readonly network: NetworkDetail }) {
  const { mutate, isPending, isSuccess, error } = api.useMutation('patch', '/v1/networks/{id}');
  if (!useMayChange(network.id)) return <RadioTable title="Radios" radio={network.radio} />;
  return (
    <SpaceBetween size="m">
      <Header variant="h2" description="A setting of a device goes before that of its network">
        Radios
      </Header>
      <RadioForm
        stored={network}
        unset="As each device has it"
        refusal={error}
        isPending={isPending}
        isSaved={isSuccess}
        save={(base, radio, onSaved) => {
          mutate(
            { ...onlyThis(base), body: { radio } },
            {
              onSuccess: ({ data }) => {
                onSaved(data.network);
              },
            },
          );
        }}
      />
    </SpaceBetween>
  );
}
