import { readScope, type Caller } from '../../access/domain/access.js';
import type { RolloutDeps } from '../deps.js';
import type { RolloutDeviceFilter, DevicePage } from '../stores/rollout-device-store.js';
import { findRollout } from './change-rollout.js';

/** One page of the devices of a rollout, by the ids of their upgrades. @throws AppError rolloutNotFound */
export async function listRolloutDevices(
  deps: RolloutDeps,
  caller: Caller,
  id: number,
  { after, limit, ...filter }: RolloutDeviceFilter & { readonly after: number; readonly limit: number },
): Promise<DevicePage> {
  const rollout = await findRollout(deps, caller, id);
  return deps.stores.rolloutDevices.page(readScope(caller), rollout, filter, after, limit);
}
