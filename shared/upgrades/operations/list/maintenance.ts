import { readScope, type Caller } from '../../../access/domain/access.js';
import type { DeviceListing } from '../../../inventory/stores/device-store.js';
import { longest, type Maintenance } from '../../domain/maintenance.js';
import type { UpgradeDeps } from '../../deps.js';

export interface MaintenancePage {
  readonly maintenance: Maintenance[];
  /** The upgrade after which the list goes on; null at its end. */
  readonly next: number | null;
}

/**
 * The upgrade because of which a device may be away: its own, or that of a switch of its network; of several the one that
 * lasts longest. Null when there is none. @param device one that the caller sees
 */
export async function deviceMaintenance(
  { stores }: Pick<UpgradeDeps, 'stores'>,
  device: DeviceListing,
): Promise<Maintenance | null> {
  return longest(await stores.maintenance.around(device));
}

/** One page of the upgrades that the caller sees and that are Installing or Verifying, by id. */
export async function listMaintenance(
  { stores }: UpgradeDeps,
  caller: Caller,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<MaintenancePage> {
  const found = await stores.maintenance.page(readScope(caller), after, limit + 1);
  const maintenance = found.slice(0, limit);
  return { maintenance, next: found.length > limit ? (maintenance.at(-1)?.upgradeId ?? null) : null };
}
