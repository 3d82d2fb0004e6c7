import { readScope, type Caller } from '../../../access/domain/access.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { UpgradeDeps } from '../../deps.js';

/**
 * One upgrade that the caller may see (docs/interface.md#upgrades-show).
 * @throws AppError upgradeNotFound
 */
export async function showUpgrade(
  { stores }: UpgradeDeps,
  caller: Caller,
  id: number,
): Promise<UpgradeRecord> {
  const upgrade = await stores.upgrades.find(readScope(caller), id);
  if (!upgrade) throw new AppError('upgradeNotFound', { details: { id } });
  return upgrade;
}
