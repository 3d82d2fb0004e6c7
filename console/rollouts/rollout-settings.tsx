import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { minutesText } from '../components/duration';
import { RouteLink } from '../components/route-link';
import { Time } from '../components/time';
import { windowText } from '../windows/window-text';
import type { Rollout } from './rollout';
import { TargetList } from './targets/target-list';

const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');

/** The settings with which the rollout runs. */
export function RolloutSettings({ rollout }: { readonly rollout: Rollout }) {
  const { gates, network, rate, retry, windows, derived_from: source } = rollout;
  return (
    <KeyValuePairs
      columns={3}
      items={[
        { label: 'Targets', value: <TargetList targets={rollout.targets} /> },
        {
          label: 'Excluded',
          value: rollout.exclude.length === 0 ? 'None' : <TargetList targets={rollout.exclude} />,
        },
        { label: 'Created', value: <Time at={rollout.created_at} /> },
        {
          label: 'Starts',
          value: <Time at={rollout.start_at ?? rollout.started_at} siteZone={rollout.time_zone} />,
        },
        { label: 'Ends at the latest', value: <Time at={rollout.end_at} siteZone={rollout.time_zone} /> },
        {
          label: `Windows (${rollout.time_zone})`,
          value: windows.length === 0 ? 'Always open' : windows.map(windowText).join('; '),
        },
        { label: 'Devices at once, at most', value: rollout.max_in_flight.toLocaleString() },
        { label: 'New upgrades per minute', value: rate.per_minute?.toLocaleString() ?? 'No limit' },
        { label: 'Share of a network at once', value: `${network.max_percent} %` },
        { label: 'Switches last', value: yesNo(network.switches_last) },
        {
          label: 'Failure gate',
          value: `above ${gates.failure_percent} % of at least ${gates.min_finished}`,
        },
        { label: 'Delivery gate', value: `from ${gates.delivery_percent} % without firmware on` },
        { label: 'Second opinion about canaries', value: yesNo(gates.second_opinion) },
        {
          label: 'Health gate',
          value: gates.health
            ? `${gates.min_sick} sick devices, ${gates.excess_percent} points more than others`
            : 'Off',
        },
        {
          label: 'Watch',
          value: gates.health
            ? `${minutesText(gates.watch_minutes)} with ${gates.hold_out_percent} % of the devices held out`
            : 'None',
        },
        { label: 'When a gate trips', value: gates.action === 'pause' ? 'Pause' : 'Pause and roll back' },
        {
          label: 'Attempts',
          value: `${retry.max_attempts}, each at most ${minutesText(retry.step_timeout_minutes)} a step`,
        },
        { label: 'Keep the previous configuration', value: yesNo(rollout.save_prev_config) },
        ...(source
          ? [
              {
                label: source.action === 'retry' ? 'Retry of' : 'Rollback of',
                value: <Source id={source.rollout_id} />,
              },
            ]
          : []),
      ]}
    />
  );
}

function Source({ id }: { id: number }) {
  return <RouteLink to={`/rollouts/${id}`}>rollout {id}</RouteLink>;
}
