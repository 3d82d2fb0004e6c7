import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import { useParams } from '@tanstack/react-router';
import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { pollWhile } from '../api/polling';
import { deviceCount } from '../components/device-count';
import { ErrorBar } from '../components/error-bar';
import { QueryView } from '../components/query-view';
import { RouteLink } from '../components/route-link';

type BulkOperation = Schema<'BulkOperation'>;

const isRunning = ({ state }: BulkOperation): boolean => state === 'queued' || state === 'running';

/** The progress of a change of many devices, and the devices that it could not change. */
export function BulkPage() {
  const request = { params: { path: { id: Number(useParams({ strict: false }).id) } } };
  const query = api.useQuery('get', '/v1/bulk_operations/{id}', request, {
    refetchInterval: pollWhile(({ data }: { data: { bulk_operation: BulkOperation } }) =>
      isRunning(data.bulk_operation),
    ),
  });
  return (
    <QueryView query={query} what="operation">
      {({ data }) => <BulkView operation={data.bulk_operation} />}
    </QueryView>
  );
}

/** How the devices do that were changed first. */
function Waiting({ waiting }: { waiting: NonNullable<BulkOperation['waiting']> }) {
  const { canaries, passed, refused } = waiting;
  return (
    <StatusIndicator type={refused > 0 ? 'warning' : 'pending'}>
      {`Tested on ${deviceCount(canaries)}, one of each network and hardware part, before the others change: `}
      {`${passed.toLocaleString()} passed, ${refused.toLocaleString()} refused or lost`}
    </StatusIndicator>
  );
}

function BulkView({ operation }: { operation: BulkOperation }) {
  const { id, action, state, total, done, failed_count: failedCount, failed, waiting } = operation;
  const isImport = action === 'import_devices';
  const { mutate, isPending, error } = api.useMutation('post', '/v1/bulk_operations/{id}/cancel');
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        description={`${action.replaceAll('_', ' ')}: ${state}`}
        actions={
          isRunning(operation) && (
            <Button
              loading={isPending}
              onClick={() => {
                mutate({ params: { path: { id } } });
              }}
            >
              Cancel the rest
            </Button>
          )
        }
      >
        Change of {total === null ? 'many devices' : deviceCount(total)}
      </Header>
      <ErrorBar error={error} />
      <ProgressBar
        ariaLabel="Devices that are done"
        value={total ? (100 * done) / total : isRunning(operation) ? 0 : 100}
        additionalInfo={`${done.toLocaleString()} done, of which ${failedCount.toLocaleString()} could not be changed`}
      />
      {waiting && <Waiting waiting={waiting} />}
      {failed.length > 0 && (
        <Table
          header={<Header variant="h2">Not changed</Header>}
          ariaLabels={{ tableLabel: 'Not changed' }}
          items={failed}
          columnDefinitions={[
            {
              id: 'mac',
              header: 'Device',
              isRowHeader: true,
              cell: ({ id: device, mac_id: mac }) =>
                isImport ? (
                  `Row ${device}${mac === null ? '' : `: ${mac}`}`
                ) : (
                  <RouteLink to={`/devices/${device}`}>{mac ?? device}</RouteLink>
                ),
            },
            { id: 'reason', header: 'Why', cell: ({ reason }) => reason },
          ]}
        />
      )}
      {isImport && (
        <Button iconName="download" href={`/v1/bulk_operations/${id}/rows`} download>
          Result of each row as CSV
        </Button>
      )}
      <RouteLink to="/devices">To the devices</RouteLink>
    </SpaceBetween>
  );
}
