import { readScope, type Caller } from '../../../access/domain/access.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { UpgradeDeps } from '../../deps.js';

/** Those of the upgrades that the caller may see, in the order of their ids. One round trip. */
export async function upgradesById(
  { stores }: UpgradeDeps,
  caller: Caller,
  ids: readonly number[],
): Promise<UpgradeRecord[]> {
  return ids.length === 0 ? [] : stores.upgrades.byIds(readScope(caller), ids);
}
