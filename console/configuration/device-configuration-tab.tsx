import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { useMayChange } from '../app/me';
import { ErrorBar } from '../components/error-bar';
import { QueryView } from '../components/query-view';
import { Ago } from '../components/time';
import type { DeviceDetail } from '../devices/device';
import { CONFIGURATION_STATES, PENDING_REASONS, type DeviceConfiguration } from './configuration';
import { DeviceLeftOutTable } from './device-left-out-table';
import { LeftOutTable } from './left-out-table';

const SHORT = 12;

interface TabProps {
  readonly device: DeviceDetail;
}

/** Whether the device runs the configuration that it is to run, and why it does not. */
export function DeviceConfigurationTab({ device }: TabProps) {
  const request = { params: { path: { id: device.id } } };
  const query = api.useQuery('get', '/v1/devices/{id}/configuration', request, poll);
  return (
    <QueryView query={query} what="configuration">
      {({ data }) => <ConfigurationView device={device} configuration={data.configuration} />}
    </QueryView>
  );
}

function ConfigurationView({ device, configuration }: TabProps & { configuration: DeviceConfiguration }) {
  const { state, reason, since, report, revision, rendered, left_out: leftOut, document } = configuration;
  const { label, type, about } = CONFIGURATION_STATES[state];
  const isRefused = state === 'failed' || state === 'rolled_back' || state === 'drifted';
  const reported = report?.left_out ?? [];
  const mayChange = useMayChange(device.network_id);
  return (
    <SpaceBetween size="l">
      <Alert
        type={isRefused || state === 'held' ? 'warning' : 'info'}
        header={<StatusIndicator type={type}>{label}</StatusIndicator>}
        action={(isRefused || reported.length > 0) && mayChange && <RetryButton id={device.id} />}
      >
        {about} {reason && PENDING_REASONS[reason]}
      </Alert>
      <KeyValuePairs
        columns={3}
        items={[
          { label: 'Runs', value: shortOf(report?.revision) },
          { label: 'Is to run', value: shortOf(revision) },
          { label: 'Fetched', value: <Ago at={rendered?.at ?? null} /> },
          { label: 'Last report', value: <Ago at={since} /> },
          {
            label: 'Last error',
            value: report?.error ? `${report.error.code}: ${report.error.message}` : '–',
          },
          { label: 'Agent', value: report?.agent ?? '–' },
          { label: 'Drift mended by the device', value: report?.mended ? 'Yes' : 'No' },
        ]}
      />
      <LeftOutTable items={leftOut} networkId={device.network_id} />
      <DeviceLeftOutTable items={reported} networkId={device.network_id} />
      <details>
        <summary>The configuration, without its secrets</summary>
        <pre className="json">{JSON.stringify(document, null, 2)}</pre>
      </details>
    </SpaceBetween>
  );
}

function RetryButton({ id }: { id: number }) {
  const { mutate, isPending, error } = api.useMutation('post', '/v1/devices/{id}/configuration/retry');
  return (
    <>
      <Button
        loading={isPending}
        onClick={() => {
          mutate({ params: { path: { id } } });
        }}
      >
        Retry
      </Button>
      <ErrorBar error={error} />
    </>
  );
}

/** The beginning of a revision, which is enough to compare two. */
function shortOf(revision: string | null | undefined): string {
  return revision?.slice(0, SHORT) ?? '–';
}
