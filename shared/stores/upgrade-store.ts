import type { Scope } from '../domain/access.js';
import type { Models } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { deviceScope } from './device-scope.js';

export interface UpgradeStore {
  /** Newest first. One round trip. */
  page(scope: Scope, offset: number, limit: number): Promise<UpgradeRecord[]>;
  /** One round trip. */
  find(scope: Scope, id: number): Promise<UpgradeRecord | null>;
  /** Deletes it if it is in scope and pending, and gives its schedule's id; null when it was not. One conditional write. */
  deletePending(scope: Scope, id: number): Promise<number | null>;
}

/** Upgrades as callers see them; a device's network stands in its upgrades, so one scope serves both. */
export function createUpgradeStore({ upgrades }: Models): UpgradeStore {
  return {
    async page(scope, offset, limit) {
      return upgrades.find(deviceScope(scope)).sort({ _id: -1 }).skip(offset).limit(limit).lean();
    },
    async find(scope, id) {
      return upgrades.findOne({ ...deviceScope(scope), _id: id }).lean();
    },
    async deletePending(scope, id) {
      const deleted = await upgrades
        .findOneAndDelete({ ...deviceScope(scope), _id: id, status: '' }, { projection: { scheduleId: 1 } })
        .lean();
      return deleted?.scheduleId ?? null;
    },
  };
}
