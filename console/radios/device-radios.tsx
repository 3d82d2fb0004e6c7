import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import { api } from '../api/client';
import { onlyThis } from '../api/only-this';
import { poll } from '../api/polling';
import { useMayChange } from '../app/me';
import { QueryView } from '../components/query-view';
import type { DeviceReport } from '../configuration/configuration';
import type { DeviceDetail } from '../devices/device';
import { useNetwork } from '../networks/network';
import { RadiosNow } from './radios-now';
import { RadioForm } from './radio-form';
import { RadioTable } from './radio-table';
import type { Radio } from './radio-values';

interface DeviceProps {
  readonly device: DeviceDetail;
}

/** The radios of a device as they are, its radio settings, what it inherits, and what it cannot do of them. */
export function DeviceRadios({ device }: DeviceProps) {
  return (
    <SpaceBetween size="l">
      {device.network_id === null ? (
        <Settings device={device} inherited={null} />
      ) : (
        <InNetwork device={device} networkId={device.network_id} />
      )}
      <LeftOutOfRadios id={device.id} />
      <OwnSettings device={device} />
    </SpaceBetween>
  );
}

function InNetwork({ device, networkId }: DeviceProps & { readonly networkId: number }) {
  return (
    <QueryView query={useNetwork(networkId)} what="network">
      {({ data }) => <Settings device={device} inherited={data.network.radio} />}
    </QueryView>
  );
}

function Settings({ device, inherited }: DeviceProps & { readonly inherited: Radio | null }) {
  return (
    <SpaceBetween size="l">
      <RadiosNow device={device} inherited={inherited} />
      <RadioTable
        title="Settings"
        description="A setting of the device goes before that of its network"
        radio={device.radio}
        inherited={inherited}
      />
    </SpaceBetween>
  );
}

function OwnSettings({ device }: DeviceProps) {
  const { mutate, isPending, isSuccess, error } = api.useMutation('patch', '/v1/devices/{id}');
  if (!useMayChange(device.network_id)) return null;
  return (
    <SpaceBetween size="m">
      <Header variant="h2">Own settings</Header>
      <RadioForm
        stored={device}
        unset="As the network says"
        refusal={error}
        isPending={isPending}
        isSaved={isSuccess}
        save={(base, radio, onSaved) => {
          mutate(
            { ...onlyThis(base), body: { radio } },
            {
              onSuccess: ({ data }) => {
                onSaved(data.device);
              },
            },
          );
        }}
      />
    </SpaceBetween>
  );
}

type Item = DeviceReport['left_out'][number];

/** What to do about a setting that the device cannot do. */
const REMEDIES: Readonly<Record<string, string>> = {
  radio: 'Look whether the device has a radio of this band and whether it works, or switch the band off',
  channel: 'Choose a channel that the device has and its country allows, or auto',
  width: 'Choose a narrower width, or another channel',
  power: 'Choose less power, or auto',
  options: 'Correct or remove the option in the settings of the device or its network',
  country: 'Choose the country that the device was made for',
};

function LeftOutOfRadios({ id }: { readonly id: number }) {
  const request = { params: { path: { id } } };
  const query = api.useQuery('get', '/v1/devices/{id}/configuration', request, poll);
  return (
    <QueryView query={query} what="configuration">
      {({ data }) => {
        const reported = data.configuration.report?.left_out ?? [];
        const items = reported.filter((item) => item.ssid_id === 0 && Object.hasOwn(REMEDIES, item.feature));
        return items.length === 0 ? null : <LeftOutTable items={items} />;
      }}
    </QueryView>
  );
}

function LeftOutTable({ items }: { readonly items: readonly Item[] }) {
  return (
    <Table<Item>
      variant="embedded"
      items={items}
      ariaLabels={{ tableLabel: 'Left out by the device' }}
      header={
        <Header
          variant="h2"
          counter={`(${items.length})`}
          description="The device has taken the nearest that its radios can do"
        >
          Left out by the device
        </Header>
      }
      columnDefinitions={[
        { id: 'radio', header: 'Radio', isRowHeader: true, cell: ({ field }) => field ?? 'All' },
        { id: 'feature', header: 'Setting', cell: ({ feature }) => feature },
        { id: 'message', header: 'Why', cell: ({ message }) => message ?? '–' },
        { id: 'remedy', header: 'What to do', cell: ({ feature }) => REMEDIES[feature] },
      ]}
    />
  );
}
