import { readScope, type Caller } from '../../domain/access.js';
import { AppError } from '../../errors/app-error.js';
import type { UpgradeRecord } from '../../models/upgrade.js';
import type { Deps } from '../deps.js';

/**
 * One upgrade that the caller may see (Interface document, upgrades: show). One round trip.
 * @throws AppError upgradeNotFound
 */
export async function showUpgrade({ stores }: Deps, caller: Caller, id: number): Promise<UpgradeRecord> {
  const upgrade = await stores.upgrades.find(readScope(caller), id);
  if (!upgrade) throw new AppError('upgradeNotFound', { details: { id } });
  return upgrade;
}
