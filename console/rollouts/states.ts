import type { Schema } from '../api/answer';

/**
 * The states in which the devices of a rollout are shown, in the order of the bar. A sick device is in none of the others:
 * its upgrade is a Success or in progress, and the last look at its health found a sign.
 */
export const STATES = [
  { name: 'success', label: 'Success', colour: '#1d8102' },
  { name: 'sick', label: 'Sick', colour: '#a1208d' },
  { name: 'in_flight', label: 'In progress', colour: '#0972d3' },
  { name: 'failed', label: 'Failed', colour: '#d91515' },
  { name: 'expired', label: 'Expired', colour: '#b2600f' },
  { name: 'cancelled', label: 'Cancelled', colour: '#7d8998' },
  { name: 'skipped', label: 'Skipped', colour: '#5f6b7a' },
  { name: 'waiting', label: 'Waiting', colour: '#9ba7b6' },
] as const;

type Counts = Omit<Schema<'RolloutPoint'>, 'at' | 'left'>;

/** How many devices are in each of the {@link STATES}. */
export function stateOfDevices({ sick, ...counts }: Counts): number[] {
  const ill = {
    success: Math.min(sick.success, counts.success),
    in_flight: Math.min(sick.in_flight, counts.in_flight),
  };
  const shown = {
    ...counts,
    success: counts.success - ill.success,
    in_flight: counts.in_flight - ill.in_flight,
    sick: ill.success + ill.in_flight,
  };
  return STATES.map(({ name }) => shown[name]);
}
