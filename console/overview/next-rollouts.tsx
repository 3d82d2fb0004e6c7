import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { QueryView } from '../components/query-view';
import { RouteLink } from '../components/route-link';
import { Time } from '../components/time';
import { STATE_TYPES, useRollouts, type Rollout, type RolloutState } from '../rollouts/rollout';
import { listPath } from './overview';

/** The rollouts that run now, and those that will start. */
export function NextRollouts() {
  return (
    <Container header={<Header variant="h2">Rollouts</Header>}>
      <SpaceBetween size="m">
        <InState state="Running" none="No rollout is running." />
        <InState state="Scheduled" none="No rollout is scheduled." />
      </SpaceBetween>
    </Container>
  );
}

const SHOWN = '5';

function InState({ state, none }: { state: RolloutState; none: string }) {
  const query = useRollouts({ state, per_page: SHOWN });
  return (
    <QueryView query={query} what="rollouts">
      {({ data: { rollouts }, meta }) => (
        <SpaceBetween size="xs">
          <StatusIndicator type={STATE_TYPES[state]}>
            <RouteLink to={listPath('/rollouts', { state })}>{state}</RouteLink>
          </StatusIndicator>
          {rollouts.length === 0 ? (
            none
          ) : (
            <ul className="plain-list">
              {rollouts.map((rollout) => (
                <li key={rollout.id}>
                  <RouteLink to={`/rollouts/${rollout.id}`}>{rollout.name}</RouteLink>{' '}
                  <When rollout={rollout} />
                </li>
              ))}
            </ul>
          )}
          {meta.has_more && 'There are more in the list.'}
        </SpaceBetween>
      )}
    </QueryView>
  );
}

function When({ rollout: { state, start_at: start, progress, version } }: { rollout: Rollout }) {
  if (state === 'Scheduled')
    return (
      <>
        to {version}, starts <Time at={start} />
      </>
    );
  if (!progress) return `to ${version}`;
  return `to ${version}, ${progress.success.toLocaleString()} of ${progress.devices.toLocaleString()} devices done`;
}
