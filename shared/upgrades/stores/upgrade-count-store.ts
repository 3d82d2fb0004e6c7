import type { ClientSession } from 'mongoose';
import { BATCH, walkById } from '../../platform/mongo/batches.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import { BLOCK, blockOf } from '../../platform/values/id-blocks.js';
import type { BlockSpans } from '../domain/upgrade-blocks.js';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeCountsRecord } from '../models/upgrade-counts.js';

/** More than a block has, so that each count covers at least one block. */
const AT_ONCE = 2 * BLOCK;

/** Up to which block an organisation is counted, and again. */
type Pointer = 'countedTo' | 'checkedTo';
type Counted = Pick<UpgradeCountsRecord, 'counts' | 'spans'>;

/** The outcome of counting some blocks. */
export interface CountedBlocks {
  /** Whether there are blocks left up to the last one. */
  readonly isMore: boolean;
  /** By how much the counts were wrong, if they had been counted before. */
  readonly corrected: number;
}

/** The worker's part of the counts of upgrades. */
export function createUpgradeCountStore(models: UpgradeModels, transact: Transact) {
  const { organisations, upgradeCounts, upgrades } = models;

  /** Counts the blocks from one to another in the database, as far as one read reaches. */
  async function read(
    session: ClientSession,
    organisationId: number,
    first: number,
    to: number,
  ): Promise<Counted & { readonly end: number }> {
    const found = await upgrades
      .find({ organisationId, _id: { $gte: first * BLOCK, $lt: to * BLOCK } }, { createdAt: 1 }, { session })
      .sort({ _id: 1 })
      .hint('organisation_id')
      .limit(AT_ONCE)
      .batchSize(AT_ONCE + 1)
      .lean<{ _id: number; createdAt: Date }[]>();
    // A full answer may end within a block.
    const last = found.at(-1);
    const end = found.length < AT_ONCE || !last ? to : blockOf(last._id);
    const counts: Record<string, number> = {};
    const spans: Record<string, BlockSpans[string]> = {};
    for (const { _id, createdAt } of found) {
      const block = blockOf(_id);
      if (block >= end) break;
      counts[block] = (counts[block] ?? 0) + 1;
      const { from: earliest, to: latest } = spans[block] ?? { from: createdAt, to: createdAt };
      spans[block] = {
        from: createdAt < earliest ? createdAt : earliest,
        to: createdAt > latest ? createdAt : latest,
      };
    }
    return { counts, spans, end };
  }

  return {
    /** The organisations whose upgrades the worker has not looked at since a time, by id. */
    async *due(since: Date): AsyncGenerator<number> {
      for await (const batch of walkById(organisations, {}, { _id: 1 })) {
        const ids = batch.map(({ _id }) => _id);
        const among = { _id: { $in: ids }, organisationId: { $in: ids }, seenAt: { $gt: since } };
        const recent = await upgradeCounts
          .find(among, { _id: 1 })
          .batchSize(BATCH + 1)
          .lean();
        const looked = new Set(recent.map(({ _id }) => _id));
        yield* ids.filter((id) => !looked.has(id));
      }
    },
    /** The block after the last one that is full: the highest id that the worker saw is in it. Null at the first look. */
    async closedTo(organisationId: number): Promise<number | null> {
      const record = await upgradeCounts
        .findOne({ _id: organisationId, organisationId }, { seenId: 1 })
        .lean();
      return record && blockOf(record.seenId + 1);
    },
    /**
     * Counts at most 4,096 upgrades of blocks that no process adds to any more, from the pointer to the block `to`. In one
     * transaction, so that each deletion is either counted here or taken off afterwards.
     */
    count: (organisationId: number, pointer: Pointer, to: number): Promise<CountedBlocks> =>
      transact(organisationId, async (session) => {
        const filter = { _id: organisationId, organisationId };
        const record = await upgradeCounts.findOne(filter, {}, { session }).lean();
        const from = record?.[pointer] ?? to;
        if (!record || from >= to) return { isMore: false, corrected: 0 };
        const { end, ...counted } = await read(session, organisationId, from, to);
        const before = within(record.counts, from, Math.min(end, record.countedTo));
        const counts = { ...without(record.counts, from, end), ...counted.counts };
        const spans = { ...without(record.spans, from, end), ...counted.spans };
        await upgradeCounts.updateOne(filter, { $set: { counts, spans, [pointer]: end } }, { session });
        return {
          isMore: end < to,
          corrected: pointer === 'countedTo' ? 0 : differing(before, counted.counts),
        };
      }),
    /** Begins to count the blocks again, once all are counted again. */
    async checkAgain(organisationId: number): Promise<number> {
      const filter = { _id: organisationId, organisationId };
      const record = await upgradeCounts.findOne(filter, { countedTo: 1, checkedTo: 1 }).lean();
      const { countedTo = 0, checkedTo = 0 } = record ?? {};
      if (checkedTo >= countedTo && countedTo > 0)
        await upgradeCounts.updateOne({ ...filter, checkedTo }, { $set: { checkedTo: 0 } });
      return countedTo;
    },
    /** Records the highest id of the organisation's upgrades. */
    async look(organisationId: number, at: Date): Promise<void> {
      const highest = await upgrades
        .findOne({ organisationId }, { _id: 1 })
        .sort({ _id: -1 })
        .hint('organisation_id')
        .lean();
      await upgradeCounts.updateOne(
        { _id: organisationId, organisationId },
        {
          $set: { seenId: highest?._id ?? 0, seenAt: at },
          $setOnInsert: { countedTo: 0, checkedTo: 0, counts: {}, spans: {} },
        },
        { upsert: true },
      );
    },
  };
}

function within<Value>(blocks: Readonly<Record<string, Value>>, from: number, to: number) {
  return Object.fromEntries(
    Object.entries(blocks).filter(([block]) => Number(block) >= from && Number(block) < to),
  );
}

function without<Value>(blocks: Readonly<Record<string, Value>>, from: number, to: number) {
  return Object.fromEntries(
    Object.entries(blocks).filter(([block]) => Number(block) < from || Number(block) >= to),
  );
}

/** The sum of the differences of two counts of the same blocks. */
function differing(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): number {
  const blocks = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...blocks].reduce((sum, block) => sum + Math.abs((one[block] ?? 0) - (other[block] ?? 0)), 0);
}
