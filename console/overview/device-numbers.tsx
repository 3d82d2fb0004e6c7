import Box from '@cloudscape-design/components/box';
import { CountedDevices } from '../components/counted-devices';
import { RouteLink } from '../components/route-link';
import { DEVICE_STATES, type DeviceState } from '../devices/device';
import { listPath, type Overview } from './overview';

const STATES = Object.keys(DEVICE_STATES) as DeviceState[];

/** How many devices there are, in all and in each state. */
export function DeviceNumbers({ overview: { devices, counted_at: at } }: { readonly overview: Overview }) {
  if (at === null)
    return <Box>The devices have not been counted yet. They are counted at least once a minute.</Box>;
  return (
    <CountedDevices
      at={at}
      items={[
        { label: 'All', value: <CountLink count={devices.total} to={listPath('/devices', {})} /> },
        ...STATES.map((state) => ({
          label: DEVICE_STATES[state].label,
          value: <CountLink count={devices[state]} to={listPath('/devices', { state })} />,
        })),
      ]}
    />
  );
}

/** Null before the first count, when no numbers are shown. */
function CountLink({ count, to }: { count: number | null; to: string }) {
  if (count === null) return null;
  return (
    <RouteLink to={to} fontSize="display-l">
      {count.toLocaleString()}
    </RouteLink>
  );
}
