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

/** What each offer carries, by the index of its heartbeat. */
export function ordersOf(offers: readonly Offer[]): Map<number, UpgradeOrder> {
  return new Map(
    offers.map(({ entry, upgrade, file }) => [
      entry.index,
      {
        id: upgrade.id,
        version: upgrade.version,
        url: file.url,
        sha256: file.sha256 ?? null,
        size: file.size ?? null,
        signature: file.signature ?? null,
        savePrevConfig: upgrade.savePrevConfig,
      },
    ]),
  );
}
