import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { api } from '../api/client';
import { ErrorBar } from '../components/error-bar';
import { QueryView } from '../components/query-view';
import { Time } from '../components/time';
import type { NetworkDetail } from '../networks/network';
import { useMayChange } from '../app/me';
import { BrokenOffUndo, isUnfinished } from './broken-off-undo';
import { CanaryParts } from './canary-parts';
import { useNetworkConfiguration, type NetworkConfiguration } from './configuration';
import { DeviceCounts } from './device-counts';
import { HeldAlert } from './held-alert';
import { LeftOutTable } from './left-out-table';
import { SettingsView } from './settings-view';
import { canUndo } from './send-undo';
import { useUndo } from './use-undo';

const RETRIED = 'Devices try the configuration again.';
const NOT_RETRIED = 'No device of the network has failed or drifted.';

interface TabProps {
  readonly network: NetworkDetail;
}

/** How far the last change of the network's configuration has come, why it is held, an undo and a retry. */
export function NetworkConfigurationTab({ network }: TabProps) {
  return (
    <QueryView query={useNetworkConfiguration(network.id)} what="configuration">
      {({ data }) => <ConfigurationView network={network} configuration={data.configuration} />}
    </QueryView>
  );
}

function ConfigurationView({
  network,
  configuration,
}: TabProps & { readonly configuration: NetworkConfiguration }) {
  const { id } = network;
  const { seq, changed_at: changedAt, held, undo, parts, counts, left_out: leftOut } = configuration;
  const mayChange = useMayChange(id);
  const retry = api.useMutation('post', '/v1/networks/{id}/configuration/retry');
  const undoing = useUndo(id, seq);
  const button = (label: string) =>
    mayChange && (
      <Button
        loading={retry.isPending}
        onClick={() => {
          undoing.reset();
          retry.mutate({ params: { path: { id } } });
        }}
      >
        {label}
      </Button>
    );
  const undoButton = (label: string) =>
    mayChange &&
    undo &&
    canUndo(undo) && (
      <Button
        variant="primary"
        loading={undoing.isPending}
        onClick={() => {
          retry.reset();
          undoing.run();
        }}
      >
        {label}
      </Button>
    );
  const actions = (
    <SpaceBetween direction="horizontal" size="xs">
      {undoButton('Undo')}
      {button('Retry')}
    </SpaceBetween>
  );
  return (
    <SpaceBetween size="l">
      {held && <HeldAlert hold={held} undo={undo} networkId={id} action={actions} />}
      {isUnfinished(undoing.brokenOff, undo) && (
        <BrokenOffUndo
          steps={undoing.brokenOff}
          undo={held ? null : undo}
          networkId={id}
          action={!held && undoButton('Undo the rest')}
        />
      )}
      <ErrorBar error={retry.error ?? undoing.error} />
      <div role="status">
        {undoing.text ?? (retry.data && (retry.data.data.retried ? RETRIED : NOT_RETRIED))}
      </div>
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'Changed', value: <Time at={changedAt} /> },
          { label: 'Number of changes', value: seq.toLocaleString() },
        ]}
      />
      <CanaryParts parts={parts} />
      <DeviceCounts networkId={id} counts={counts} />
      <LeftOutTable items={leftOut} networkId={id} />
      <SettingsView settings={network.configuration} />
      {!held && button('Retry on devices that failed')}
    </SpaceBetween>
  );
}
