import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { DEVICE_STATES, type DeviceState as State } from './device';

/** Whether a device is up, with a symbol that means the same without its colour. */
export function DeviceState({ state }: { readonly state: State }) {
  const { label, type } = DEVICE_STATES[state];
  return (
    <StatusIndicator type={type} wrapText={false}>
      {label}
    </StatusIndicator>
  );
}
