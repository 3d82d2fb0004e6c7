import FormField from '@cloudscape-design/components/form-field';
import Multiselect from '@cloudscape-design/components/multiselect';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { scrolling, type Option } from '../components/choice';
import { ConfirmDialog } from '../components/confirm-dialog';
import { DoneDialog } from '../components/done-dialog';
import { faultAt } from '../components/form';
import { RouteLink } from '../components/route-link';
import { useOwnNetworkOptions } from '../pickers/pickers';
import type { Ssid } from './ssid';

type CopyResult = Schema<'CopySsidResponse'>['data']['results'][number];

const MAX_NETWORKS = 50;

interface CopyDialogProps {
  readonly ssid: Ssid;
  readonly onClose: () => void;
}

/** Copies the SSID to other networks, and then shows what became of each copy. */
export function CopyDialog({ ssid, onClose }: CopyDialogProps) {
  const options = useOwnNetworkOptions().filter(({ value }) => value !== String(ssid.network_id));
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const { mutate, isPending, error, data } = api.useMutation('post', '/v1/network_ssids/{id}/copy');
  if (data) return <Results ssid={ssid} results={data.data.results} networks={chosen} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={`Copy ${ssid.ssid_name}`}
      action="Copy"
      isBusy={isPending}
      isDisabled={chosen.length === 0 || chosen.length > MAX_NETWORKS}
      error={error}
      onConfirm={() => {
        const networkIds = chosen.map(({ value }) => Number(value));
        mutate({ params: { path: { id: ssid.id } }, body: { network_ids: networkIds } });
      }}
      onClose={onClose}
    >
      <FormField
        label="Networks"
        description="The key is copied; a restriction to certain devices and tags is not."
        constraintText={`At most ${MAX_NETWORKS}`}
        errorText={faultAt(error, 'network_ids')}
        stretch
      >
        <Multiselect
          {...scrolling(options)}
          options={options}
          selectedOptions={chosen}
          filteringType="auto"
          placeholder="Choose networks"
          empty="There is no other network that you can change"
          expandToViewport
          onChange={({ detail }) => {
            setChosen(detail.selectedOptions as readonly Option[]);
          }}
        />
      </FormField>
    </ConfirmDialog>
  );
}

interface ResultsProps extends CopyDialogProps {
  readonly results: readonly CopyResult[];
  readonly networks: readonly Option[];
}

function Results({ ssid, results, networks, onClose }: ResultsProps) {
  const names = new Map(networks.map(({ value, label }) => [value, label]));
  return (
    <DoneDialog title={`Copies of ${ssid.ssid_name}`} onClose={onClose}>
      <ul className="plain-list">
        {results.map(({ network_id: networkId, ssid_id: copyId, reason }) => (
          <li key={networkId}>
            <StatusIndicator type={copyId === null ? 'error' : 'success'}>
              {names.get(String(networkId))}:{' '}
              {copyId === null ? (
                reason
              ) : (
                <RouteLink to={`/networks/${networkId}/ssids/${copyId}`}>copied</RouteLink>
              )}
            </StatusIndicator>
          </li>
        ))}
      </ul>
    </DoneDialog>
  );
}
