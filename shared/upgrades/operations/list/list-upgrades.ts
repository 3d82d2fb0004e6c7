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
  const newest = { search: '', sort: { by: 'created_at', descending: true } } as const;
  const offset = (request.page - 1) * perPage;
  return stores.upgradeTable.rows(readScope(caller), { ...newest, offset, limit: perPage });
}
