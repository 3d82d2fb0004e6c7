import type { HeartbeatDeps } from '../deps.js';
import type { Offer } from './advance-upgrades.js';

/** What the device is offered. */
export interface UpgradeOrder {
  readonly id: number;
  readonly version: string;
  readonly url: string;
  /** Properties of the file at the url; null when the release does not have them. */
  readonly sha256: string | null;
  readonly size: number | null;
  readonly signature: string | null;
  readonly savePrevConfig: boolean;
}

/** The file for each device's hardware; a release without one gives no order. */
export async function ordersOf(
  { stores, log }: HeartbeatDeps,
  offers: readonly Offer[],
): Promise<Map<number, UpgradeOrder>> {
  if (offers.length === 0) return new Map();
  const releases = await stores.firmware.byIds([...new Set(offers.map(({ upgrade }) => upgrade.releaseId))]);
  const given = new Map<number, UpgradeOrder>();
  for (const { entry, upgrade } of offers) {
    const { partNumber } = entry.device;
    const file = releases
      .get(upgrade.releaseId)
      ?.urls.find((candidate) => candidate.partNumber === partNumber);
    if (file === undefined)
      log.error({ upgrade: upgrade.id, partNumber }, 'The release has no url for this hardware part');
    else
      given.set(entry.index, {
        id: upgrade.id,
        version: upgrade.version,
        url: file.url,
        sha256: file.sha256 ?? null,
        size: file.size ?? null,
        signature: file.signature ?? null,
        savePrevConfig: upgrade.savePrevConfig,
      });
  }
  return given;
}
