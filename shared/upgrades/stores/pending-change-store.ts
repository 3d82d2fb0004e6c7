import type { QueryFilter } from 'mongoose';
import type { Scope } from '../../access/domain/access.js';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import { pendingFields, takenOver, type PendingTerms } from './pending-fields.js';
import type { TargetDevice } from './target-store.js';

export interface PendingChangeStore {
  /**
   * Changes the terms of one pending upgrade in scope, on the condition that it still has the terms it was read with.
   * Never inserts. One conditional write.
   */
  change(
    scope: Scope,
    read: UpgradeRecord,
    terms: PendingTerms,
    device: TargetDevice,
    at: Date,
  ): Promise<boolean>;
}

/** Changes of one pending upgrade by its id. */
export function createPendingChangeStore({ upgrades }: UpgradeModels): PendingChangeStore {
  return {
    async change(scope, read, terms, device, at) {
      // Only a move of the device writes the network, under its own condition.
      const { locationNetworkId: _, ...fields } = pendingFields(terms, device, read.createdAt, at);
      const isMoved = terms.scheduleId !== read.scheduleId;
      const update = isMoved ? takenOver(read, fields, null) : { $set: fields };
      const { matchedCount } = await upgrades.updateOne({ ...deviceScope(scope), ...asRead(read) }, update);
      return matchedCount === 1;
    },
  };
}

/** Pending, with all fields that the change was merged with. */
function asRead(read: UpgradeRecord): QueryFilter<UpgradeRecord> {
  const { _id, scheduleId, version, releaseId, upgradeType, scheduleType, timeZone, savePrevConfig, dueAt } =
    read;
  const terms = {
    scheduleId,
    version,
    releaseId,
    upgradeType,
    scheduleType,
    timeZone,
    savePrevConfig,
    dueAt,
  };
  return { _id, status: '', ...terms };
}
