import { Schema } from 'mongoose';
import { collection } from '../../platform/models/options.js';
import type { IdBlocks } from '../../platform/values/id-blocks.js';
import type { BlockSpans } from '../domain/upgrade-blocks.js';

/**
 * How many upgrades an organisation has in each block of ids, for the total and the deep pages of the upgrade table. The worker
 * counts a block when no process can add to it any more; the transactions that delete or import upgrades keep the count.
 */
export interface UpgradeCountsRecord {
  /** The organisation. */
  _id: number;
  organisationId: number;
  /** The number of the first block that is not counted. What `counts` and `spans` have from there on has no meaning. */
  countedTo: number;
  counts: IdBlocks;
  /** No upgrade of the block was created earlier or later; those at the ends may have been deleted since. */
  spans: BlockSpans;
  /** The number of the first block that is not counted again yet. */
  checkedTo: number;
  /** When the blocks were begun to be counted again; absent before the first time. */
  checkBeganAt?: Date;
  /** The texts of upgrades in all blocks below this one are in `upgrade_texts`; absent: none. */
  textsTo?: number;
  /** The highest id when the worker last looked. Lower ids are taken; those of an upgrade that is being written may be missing. */
  seenId: number;
  seenAt: Date;
}

export const upgradeCountsModel = new Schema<UpgradeCountsRecord>(
  {
    _id: Number,
    organisationId: { type: Number, required: true },
    countedTo: { type: Number, default: 0 },
    counts: { type: Object, default: {} },
    spans: { type: Object, default: {} },
    checkedTo: { type: Number, default: 0 },
    checkBeganAt: { type: Date, default: undefined },
    textsTo: { type: Number, default: undefined },
    seenId: { type: Number, default: 0 },
    seenAt: { type: Date, required: true },
  },
  collection('upgrade_counts'),
);
upgradeCountsModel.index({ organisationId: 1, _id: 1 }, { name: 'organisation' });
