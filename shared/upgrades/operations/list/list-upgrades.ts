import { readScope, type Caller } from '../../../access/domain/access.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { UpgradeDeps } from '../../deps.js';

const MAX_PER_PAGE = 1000;

/** Upgrades, newest first (docs/interface.md#upgrades-index). */
export async function listUpgrades(
  { stores }: UpgradeDeps,
  caller: Caller,
  request: { page: number; perPage: number },
): Promise<UpgradeRecord[]> {
  const perPage = Math.min(request.perPage, MAX_PER_PAGE);
  return stores.upgrades.page(readScope(caller), (request.page - 1) * perPage, perPage);
}
