import type { QueryFilter } from 'mongoose';
import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import type { Scope } from '../../access/domain/access.js';
import type { UpgradeModels } from '../models/models.js';
import type { ScheduleRecord } from '../models/schedule.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { deviceScope } from '../../inventory/stores/device-store.js';
import { leaves, pendingFields, takenOver, type PendingTerms } from './pending-fields.js';
import { recordTexts } from './record-texts.js';
import type { TargetDevice } from './target-store.js';

/** Changes of one pending upgrade by its id. */
export function createPendingChangeStore(models: UpgradeModels, transact: Transact) {
  return {
    /**
     * Changes the terms of one pending upgrade in scope, on the condition that it still has the terms it was read with.
     * Never inserts an upgrade. One conditional write, in one transaction with its entry of the audit log.
     * @param others the schedule of the other devices of the request, created in the same transaction; it gives this
     *   device no upgrade
     */
    async change(
      scope: Scope,
      read: UpgradeRecord,
      terms: PendingTerms,
      device: TargetDevice,
      at: Date,
      entry: AuditEntry,
      others: ScheduleRecord | null = null,
    ): Promise<boolean> {
      // Only a move of the device writes the network, under its own condition.
      const { locationNetworkId: _, ...fields } = pendingFields(terms, device, read.createdAt, at);
      const isMoved = terms.scheduleId !== read.scheduleId;
      const left = others ? [others._id] : [];
      const update = isMoved
        ? takenOver(read, fields, null, left)
        : { $set: fields, ...(others ? { $push: leaves(left) } : {}) };
      const filter = { ...deviceScope(scope), ...asRead(read) };
      return transact(read.organisationId, async (session) => {
        const { matchedCount } = await models.upgrades.updateOne(filter, update, { session });
        if (matchedCount !== 1) return false;
        await recordTexts(models, [{ ...read, ...fields }], at, session);
        await writeEntries(models, [entry], session);
        if (others) await models.schedules.create([others], { session });
        return true;
      });
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
