import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useParams } from '@tanstack/react-router';
import { AsOf } from '../components/as-of';
import { lazyPart } from '../components/lazy-part';
import { QueryView } from '../components/query-view';
import { UrlTabs } from '../components/url-tabs';
import { Failures } from './health/failures';
import { Progress } from './progress';
import { RolloutActions } from './rollout-actions';
import { RolloutSettings } from './rollout-settings';
import { STATE_TYPES, useRollout, type Rollout } from './rollout';
import { SickAlert } from './health/sick-alert';
import { Stages } from './stages';
import { StateReasonAlert } from './health/state-reason-alert';
import { WatchAlert } from './watch-alert';

const RolloutDevices = lazyPart(async () => (await import('./rollout-devices')).RolloutDevices);
const RolloutLog = lazyPart(async () => (await import('./rollout-log')).RolloutLog);

/** One rollout: its progress, and what can be done about it. */
export function RolloutPage() {
  const id = Number(useParams({ strict: false }).id);
  const query = useRollout(id);
  return (
    <QueryView query={query} what="rollout">
      {({ data: { rollout } }) => <RolloutView rollout={rollout} readAt={query.dataUpdatedAt} />}
    </QueryView>
  );
}

function RolloutView({ rollout, readAt }: { rollout: Rollout; readAt: number }) {
  const { id, name, state, version } = rollout;
  const tabs = [
    { id: 'stages', label: 'Stages', content: <Stages rollout={rollout} /> },
    { id: 'failures', label: 'Failures', content: <Failures rollout={rollout} /> },
    { id: 'devices', label: 'Devices', content: <RolloutDevices rollout={rollout} /> },
    { id: 'log', label: 'Log', content: <RolloutLog id={id} /> },
    { id: 'settings', label: 'Settings', content: <RolloutSettings rollout={rollout} /> },
  ];
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        actions={<RolloutActions rollout={rollout} />}
        description={
          <SpaceBetween direction="horizontal" size="m">
            <StatusIndicator type={STATE_TYPES[state]}>{state}</StatusIndicator>
            <span>Version {version}</span>
            <AsOf at={readAt} />
          </SpaceBetween>
        }
      >
        {name}
      </Header>
      <StateReasonAlert rollout={rollout} />
      <SickAlert rollout={rollout} />
      <WatchAlert rollout={rollout} />
      <Progress rollout={rollout} />
      <UrlTabs tabs={tabs} label="Parts of the rollout" />
    </SpaceBetween>
  );
}
