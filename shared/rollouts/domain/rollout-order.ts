import { createHash } from 'node:crypto';

const DIGITS = 16;

/**
 * The position of a device in the random order of a rollout (docs/rollouts.md#order): the first 16 hexadecimal digits of
 * SHA-256 over `seed:deviceId`. Devices are upgraded by ascending key; equal keys are ordered by device id.
 */
export function orderKey(seed: string, deviceId: number): string {
  return createHash('sha256').update(`${seed}:${deviceId}`).digest('hex').slice(0, DIGITS);
}

/** A device with its position in the order. */
export interface OrderedDevice {
  readonly id: number;
  readonly key: string;
  readonly partNumber: string;
  /** Whether it does not run the version. */
  readonly isNeedy: boolean;
}

/** Compares the positions of two devices. */
export function byOrder(a: OrderedDevice, b: OrderedDevice): number {
  return (a.key < b.key ? -1 : Number(a.key > b.key)) || a.id - b.id;
}
