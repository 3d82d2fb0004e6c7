import type { ClientSession } from 'mongoose';
import { BATCH, walkById } from '../../platform/mongo/batches.js';
import type { Transact } from '../../platform/mongo/transaction.js';
import { BLOCK, blockOf } from '../../platform/values/id-blocks.js';
import type { BlockSpans } from '../domain/upgrade-blocks.js';
import type { UpgradeModels } from '../models/models.js';
import type { UpgradeCountsRecord } from '../models/upgrade-counts.js';
import type { UpgradeRecord } from '../models/upgrade.js';
import { forgetTexts, recordTexts } from './record-texts.js';

/** More than a block has, so that each count covers at least one block. */
const AT_ONCE = 2 * BLOCK;

/** Up to which block an organisation is counted, and again. */
type Pointer = 'countedTo' | 'checkedTo';
type Counted = Pick<UpgradeCountsRecord, 'counts' | 'spans'>;
type Read = Pick<UpgradeRecord, '_id' | 'createdAt' | 'routerInventoryId' | 'scheduleId' | 'searchText'>;

const READ = { createdAt: 1, routerInventoryId: 1, scheduleId: 1, searchText: 1 } as const;

/** The outcome of counting some blocks. */
export interface CountedBlocks {
  /** Whether there are blocks left up to the last one. */
  readonly isMore: boolean;
  /** By how much the counts were wrong, if they had been counted before. */
  readonly corrected: number;
}

const NOTHING_LEFT: CountedBlocks = { isMore: false, corrected: 0 };
/** Upgrades were imported, or another worker has counted: the next call begins anew. */
const AGAIN: CountedBlocks = { isMore: true, corrected: 0 };

/** The worker's part of the counts and the texts of upgrades. */
export function createUpgradeCountStore(models: UpgradeModels, transact: Transact) {
  const { organisations, upgradeCounts, upgrades } = models;

  /** Reads the upgrades of the blocks from one to another, as far as one read reaches. */
  async function read(
    organisationId: number,
    first: number,
    to: number,
    session: ClientSession | null = null,
  ): Promise<{ readonly found: Read[]; readonly end: number }> {
    const found = await upgrades
      .find({ organisationId, _id: { $gte: first * BLOCK, $lt: to * BLOCK } }, READ)
      .session(session)
      .sort({ _id: 1 })
      .hint('organisation_id')
      .limit(AT_ONCE)
      .batchSize(AT_ONCE + 1)
      .lean<Read[]>();
    // A full answer may end within a block.
    const last = found.at(-1);
    return { found, end: found.length < AT_ONCE || !last ? to : blockOf(last._id) };
  }

  /** Records the texts of upgrades from a block on. @returns their ids */
  async function record(organisationId: number, from: number, to: number, at: Date): Promise<Set<number>> {
    const { found } = await read(organisationId, from, to);
    await recordTexts(
      models,
      found.map((upgrade) => ({ ...upgrade, organisationId })),
      at,
    );
    return new Set(found.map(({ _id }) => _id));
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
     * transaction, so that each deletion is either counted here or taken off afterwards. Records their texts before.
     */
    async count(organisationId: number, pointer: Pointer, to: number, at: Date): Promise<CountedBlocks> {
      const filter = { _id: organisationId, organisationId };
      const begun = await upgradeCounts.findOne(filter, { countedTo: 1, checkedTo: 1 }).lean();
      const from = begun?.[pointer] ?? to;
      if (from >= to) return NOTHING_LEFT;
      const recorded = await record(organisationId, from, to, at);
      return transact(organisationId, async (session) => {
        const current = await upgradeCounts.findOne(filter, {}, { session }).lean();
        if (!current || current[pointer] !== from) return AGAIN;
        const { found, end } = await read(organisationId, from, to, session);
        // Imported since.
        if (found.some(({ _id }) => !recorded.has(_id))) return AGAIN;
        const counted = countBlocks(found, end);
        const before = within(current.counts, from, Math.min(end, current.countedTo));
        const counts = { ...without(current.counts, from, end), ...counted.counts };
        const spans = { ...without(current.spans, from, end), ...counted.spans };
        const { textsTo = 0 } = current;
        const set = {
          counts,
          spans,
          [pointer]: end,
          textsTo: from <= textsTo ? Math.max(textsTo, end) : textsTo,
        };
        await upgradeCounts.updateOne(filter, { $set: set }, { session });
        return {
          isMore: end < to,
          corrected: pointer === 'countedTo' ? 0 : differing(before, counted.counts),
        };
      });
    },
    /**
     * Begins to count the blocks again, once all are counted again. By then all texts of upgrades have been recorded again, and
     * others are deleted.
     */
    async checkAgain(organisationId: number, at: Date): Promise<number> {
      const filter = { _id: organisationId, organisationId };
      const fields = { countedTo: 1, checkedTo: 1, checkBeganAt: 1 } as const;
      const {
        countedTo = 0,
        checkedTo = 0,
        checkBeganAt,
      } = (await upgradeCounts.findOne(filter, fields).lean()) ?? {};
      if (checkedTo >= countedTo && countedTo > 0) {
        if (checkBeganAt) await forgetTexts(models, organisationId, checkBeganAt);
        await upgradeCounts.updateOne({ ...filter, checkedTo }, { $set: { checkedTo: 0, checkBeganAt: at } });
      }
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

/** The counts and spans of the blocks before `end`. */
function countBlocks(found: readonly Read[], end: number): Counted {
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
  return { counts, spans };
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
