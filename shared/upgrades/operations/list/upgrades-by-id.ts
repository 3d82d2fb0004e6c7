import { readScope, type Caller } from '../../../access/domain/access.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { UpgradeDeps } from '../../deps.js';

/** The given upgrades that the caller may see, in the order of their ids. */
export async function upgradesById(
  { stores }: UpgradeDeps,
  caller: Caller,
  ids: readonly number[],
): Promise<UpgradeRecord[]> {
  return ids.length === 0 ? [] : stores.upgrades.byIds(readScope(caller), ids);
}
