import { readScope, type Caller } from '../../../access/domain/access.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { Deps } from '../../../composition/deps.js';

/** Those of the upgrades that the caller may see, in the order of their ids. One round trip. */
export async function upgradesById(
  { stores }: Deps,
  caller: Caller,
  ids: readonly number[],
): Promise<UpgradeRecord[]> {
  return ids.length === 0 ? [] : stores.upgrades.byIds(readScope(caller), ids);
}
