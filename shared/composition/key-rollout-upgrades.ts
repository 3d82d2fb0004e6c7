import { walkById } from '../platform/mongo/batches.js';
import type { UpgradeRecord } from '../upgrades/models/upgrade.js';
import { placed } from '../upgrades/stores/pending-fields.js';
import type { DataMigration } from './data-migration.js';

type Found = Pick<UpgradeRecord, '_id' | 'organisationId' | 'rollout' | 'verifyingAt'>;

/** A place as earlier versions stored it. */
type FormerPlace = NonNullable<UpgradeRecord['rollout']> & Pick<UpgradeRecord, 'verifyingAt'>;

/**
 * Gives upgrades of rollouts the fields by which indexes find and order them. Each write is conditional on the rollout, so
 * that an upgrade that leaves it meanwhile gets none. The worker of an earlier version must not bind a stage afterwards.
 */
export const keyRolloutUpgrades: DataMigration = {
  name: 'key-rollout-upgrades',
  async run({ upgrades }) {
    const [unkeyed, fields] = [
      { inRollout: true, rolloutId: null },
      { organisationId: 1, rollout: 1 },
    ];
    for await (const batch of walkById<Found, UpgradeRecord>(upgrades, unkeyed, fields)) {
      const writes = batch.flatMap(({ _id, organisationId, rollout }) => {
        if (!rollout) return [];
        const { verifyingAt, ...place } = rollout as FormerPlace;
        const { rollout: _place, ...keys } = placed(place);
        const filter = { _id, organisationId, inRollout: true, 'rollout.id': place.id };
        return [
          { updateOne: { filter, update: { $set: { ...keys, ...(verifyingAt ? { verifyingAt } : {}) } } } },
        ];
      });
      if (writes.length > 0) await upgrades.bulkWrite(writes, { ordered: false });
    }
  },
};
