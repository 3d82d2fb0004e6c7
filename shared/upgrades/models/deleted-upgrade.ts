import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';

/**
 * A pending upgrade that a caller deleted, written before the deletion. It keeps the schedules that the upgrade
 * belonged to from giving the device another one at their due time.
 */
export interface DeletedUpgradeRecord {
  /** The id of the upgrade and of its last schedule: `5:7`. */
  _id: string;
  organisationId: number;
  routerInventoryId: number;
  scheduleIds: number[];
  deletedAt: Date;
  /** Rollouts that the device left by the deletion or before it, until a tick has counted them. */
  leftRollouts?: { id: number; stage: number }[];
}

/** Longer than any schedule waits: one year, plus time for an outage at its end. */
const KEPT_S = 400 * 86_400;

export const deletedUpgradeModel = new Schema<DeletedUpgradeRecord>(
  {
    _id: String,
    organisationId: { type: Number, required: true },
    routerInventoryId: { type: Number, required: true },
    scheduleIds: { type: [Number], required: true },
    deletedAt: { type: Date, required: true },
    leftRollouts: { type: [Schema.Types.Mixed], default: undefined } as never,
  },
  collection('deleted_upgrades'),
);
deletedUpgradeModel.index({ organisationId: 1, routerInventoryId: 1 }, { name: 'device' });
deletedUpgradeModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation_id' });
deletedUpgradeModel.index({ deletedAt: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_S });
deletedUpgradeModel.index({ 'leftRollouts.id': 1 }, { name: 'rollout_left', sparse: true });
