import { createHash } from 'node:crypto';

const DIGITS = 16;

/**
 * The place of a device in the random order of a rollout (docs/rollouts.md#order): the first 16 hexadecimal digits of
 * SHA-256 over `seed:deviceId`. Devices are upgraded by ascending key; equal keys are ordered by device id.
 */
export function orderKey(seed: string, deviceId: number): string {
  return createHash('sha256').update(`${seed}:${deviceId}`).digest('hex').slice(0, DIGITS);
}
