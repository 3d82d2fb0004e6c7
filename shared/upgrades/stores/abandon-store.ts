import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import type { Accompany, Transact } from '../../platform/mongo/transaction.js';
import type { BegunStatus } from '../domain/upgrade-status.js';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { transition } from './transition.js';

/** Upgrades that callers give up. */
export function createAbandonStore(models: UpgradeModels, transact: Transact) {
  return {
    /**
     * Ends an upgrade that is still in the status in which it was read, in one transaction with its entry of the audit
     * log. One conditional write; null when the status has changed.
     */
    abandon(
      { _id, organisationId }: Pick<UpgradeRecord, '_id' | 'organisationId'>,
      from: BegunStatus,
      { at, message, entry }: { readonly at: Date; readonly message: string; readonly entry: AuditEntry },
      accompany: Accompany<UpgradeRecord>,
    ): Promise<UpgradeRecord | null> {
      const { filter, update } = transition(
        from,
        'Failed',
        'abandoned',
        { _id, organisationId },
        { at, message },
      );
      return transact(organisationId, async (session) => {
        const abandoned = await models.upgrades
          .findOneAndUpdate(filter, update, { session, returnDocument: 'after' })
          .lean();
        if (!abandoned) return null;
        await writeEntries(models, [entry], session);
        await accompany(abandoned, session);
        return abandoned;
      });
    },
  };
}
