import Box from '@cloudscape-design/components/box';
import { CountedDevices } from '../components/counted-devices';
import { RouteLink } from '../components/route-link';
import { CONFIGURATION_STATES, type ConfigurationState, type NetworkConfiguration } from './configuration';

interface DeviceCountsProps {
  readonly networkId: number;
  readonly counts: NetworkConfiguration['counts'];
}

/** The devices of the network by the state of their configuration, each with its list. */
export function DeviceCounts({ networkId, counts }: DeviceCountsProps) {
  if (counts === null) return <Box>The devices have not been counted yet.</Box>;
  const states = Object.entries(CONFIGURATION_STATES) as [ConfigurationState, { label: string }][];
  return (
    <CountedDevices
      at={counts.as_of}
      items={states.map(([state, { label }]) => ({
        label,
        value: (
          <RouteLink to={`/devices?network_id=${networkId}&configuration=${state}`}>
            {counts[state].toLocaleString()}
          </RouteLink>
        ),
      }))}
    />
  );
}
