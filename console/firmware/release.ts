import type { Schema } from '../api/answer';
import { api } from '../api/client';
import { poll } from '../api/polling';
import { deviceCount } from '../components/device-count';

export type Release = Schema<'FirmwareRelease'>;

export function useRelease(id: number) {
  return api.useQuery('get', '/v1/firmware_releases/{id}', { params: { path: { id } } }, poll);
}

/** Such as "10,000+ devices": counting ends there. */
export function runningOn({ running_on: count, running_on_is_exact: isExact }: Release): string {
  return isExact ? deviceCount(count) : `${count.toLocaleString()}+ devices`;
}

export function publisherOf({ organisation_id: organisation }: Release): string {
  return organisation === null ? 'The installation' : 'Your organisation';
}
