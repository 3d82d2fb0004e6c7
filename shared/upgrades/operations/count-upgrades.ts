import type { Turn } from '../../platform/loop.js';
import type { UpgradeDeps } from '../deps.js';

/**
 * How long an id may be taken before its upgrade is stored. A request or a pass that takes ids has ended long before, so that
 * blocks of ids that were taken by then are full.
 */
const CLOSED_AFTER_MS = 3_600_000;

type CountDeps = Pick<UpgradeDeps, 'stores' | 'now' | 'log'>;

/**
 * Counts the upgrades of every organisation by blocks of ids, once an hour, and records their texts: those of blocks that are
 * full, and 4,096 that were counted before, which corrects what another program has changed. It may be killed at any line.
 * @returns false: the next pass comes later
 */
export async function countUpgrades(deps: CountDeps, { lease }: Pick<Turn, 'lease'>): Promise<false> {
  const { stores, now, log } = deps;
  const since = new Date(now().getTime() - CLOSED_AFTER_MS);
  for await (const organisationId of stores.upgradeCounts.due(since)) {
    try {
      await countOrganisation(deps, organisationId, lease);
    } catch (error) {
      log.warn(
        { err: error, organisation: organisationId },
        'Upgrades were not counted; the next pass tries again',
      );
    }
  }
  return false;
}

async function countOrganisation(
  { stores: { upgradeCounts }, now, log }: CountDeps,
  organisationId: number,
  lease: Turn['lease'],
): Promise<void> {
  const closedTo = await upgradeCounts.closedTo(organisationId);
  if (closedTo !== null) {
    for (let isMore = true; isMore;) {
      await lease.check();
      ({ isMore } = await upgradeCounts.count(organisationId, 'countedTo', closedTo, now()));
    }
    const countedTo = await upgradeCounts.checkAgain(organisationId, now());
    const { corrected } = await upgradeCounts.count(organisationId, 'checkedTo', countedTo, now());
    if (corrected > 0) log.warn({ organisation: organisationId, corrected }, 'Counts of upgrades were wrong');
  }
  await lease.check();
  await upgradeCounts.look(organisationId, now());
}
