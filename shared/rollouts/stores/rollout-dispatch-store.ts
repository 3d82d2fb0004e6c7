import type { AnyBulkWriteOperation, QueryFilter } from 'mongoose';
import { batchesOf, duplicateKeys, forEachConcurrently } from '../../platform/mongo/batches.js';
import { BEGUN_STATUSES } from '../../upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../upgrades/models/upgrade.js';
import { expirePending, transition } from '../../upgrades/stores/transition.js';
import type { RolloutModels } from '../models/models.js';
import type { RolloutRecord } from '../models/rollout.js';
import type { Offer } from '../models/rollout-tick.js';
import { membersOf } from './members.js';
import type { RolloutRef } from './rollout-store.js';
import type { WaitingUpgrade } from './waiting-upgrade.js';

/** A tick ends at most this many upgrades of a kind. */
const MAX_ENDED = 5000;
/** While one batch is stored, the next is sent. */
const BATCHES_AT_ONCE = 2;

type Write = AnyBulkWriteOperation<UpgradeRecord>;

/** The end of a waiting upgrade without a dispatch. */
export interface WaitingEnd {
  readonly upgrade: Pick<WaitingUpgrade, 'id' | 'status'>;
  readonly to: 'Skipped' | 'Cancelled';
  readonly event: 'alreadyOnVersion' | 'leftTarget' | 'leftOrganisation' | 'cancelledByCaller';
  readonly message: string;
}

export type RolloutDispatchStore = ReturnType<typeof createRolloutDispatchStore>;

/** Changes of the waiting upgrades of rollouts. */
export function createRolloutDispatchStore({ upgrades }: RolloutModels) {
  /** Returns how many upgrades were written, and the positions of writes that another dispatched upgrade prevents. */
  async function write(writes: readonly Write[]): Promise<{ written: number; refused: number[] }> {
    if (writes.length === 0) return { written: 0, refused: [] };
    try {
      const { modifiedCount } = await upgrades.bulkWrite([...writes], { ordered: false });
      return { written: modifiedCount, refused: [] };
    } catch (error) {
      return { written: 0, refused: duplicateKeys(error) };
    }
  }

  async function idsOf(filter: QueryFilter<UpgradeRecord>, hint: string): Promise<number[]> {
    const found = await upgrades
      .find(filter, { _id: 1 })
      .hint(hint)
      .limit(MAX_ENDED)
      .batchSize(MAX_ENDED + 1)
      .lean();
    return found.map(({ _id }) => _id);
  }

  /** Cancels the Queued upgrades of older requests of the devices of these upgrades. */
  async function replaceOlder(
    { organisationId }: RolloutRef,
    ids: readonly number[],
    at: Date,
  ): Promise<void> {
    const due = await upgrades
      .find({ organisationId, _id: { $in: [...ids] }, status: '' }, { routerInventoryId: 1, scheduleId: 1 })
      .lean();
    const writes = due.map(({ _id, routerInventoryId, scheduleId }): Write => {
      const older = { organisationId, routerInventoryId, scheduleId: { $lt: scheduleId } };
      const message = `Replaced by upgrade ${_id}`;
      return { updateOne: transition('Queued', 'Cancelled', 'replaced', older, { at, message }) };
    });
    if (writes.length > 0) await upgrades.bulkWrite(writes, { ordered: false });
  }

  async function dispatchBatch(
    rollout: RolloutRef,
    seq: number,
    { ids, until, closesAt }: Offer,
    at: Date,
  ): Promise<void> {
    const slot = { hasSlot: true, dispatchSeq: seq, closesAt };
    const pending = (among: readonly number[]): Write => {
      const set = { at, dueAt: at, deadlineAt: until, message: null, unprocessed: true, ...slot };
      return { updateMany: transition('Pending', 'Queued', 'due', undispatched(rollout, seq, among), set) };
    };
    const again = (among: readonly number[]): Write => ({
      updateMany: {
        filter: { ...undispatched(rollout, seq, among), status: 'Queued', hasSlot: false },
        update: {
          // A new try, which the device has not been offered.
          $set: { nextAttemptAt: at, deadlineAt: until, updatedAt: at, ...slot },
        },
      },
    });
    // None, when a tick repeats what it has carried out.
    const open = await upgrades
      .find(undispatched(rollout, seq, ids), { status: 1 })
      .batchSize(ids.length + 1)
      .lean();
    const waiting = open.filter(({ status }) => status === '').map(({ _id }) => _id);
    const queued = open.filter(({ status }) => status === 'Queued').map(({ _id }) => _id);
    const writes = [
      ...(waiting.length > 0 ? [pending(waiting)] : []),
      ...(queued.length > 0 ? [again(queued)] : []),
    ];
    const { written, refused } = await write(writes);
    if (written === open.length) return;
    if (refused.length > 0) {
      // A device with another upgrade stops the write of the whole batch.
      const one = (id: number): Write => pending([id]);
      const busy = (await write(waiting.map(one))).refused.flatMap((index) => waiting[index] ?? []);
      if (busy.length > 0) {
        await replaceOlder(rollout, busy, at);
        await write(busy.map(one));
      }
    }
    // The others are not dispatched by a repetition of this tick.
    await upgrades.updateMany(undispatched(rollout, seq, ids), { $set: { dispatchSeq: seq } });
  }

  return {
    /**
     * Gives these upgrades a slot: Pending ones become Queued, and Queued ones get another slot. Each is conditional on
     * a lower `seq` than the tick's, so a repeated or late call changes nothing. An upgrade whose device has begun another
     * one stays Pending.
     */
    async dispatch(rollout: RolloutRef, seq: number, offer: Offer, at: Date): Promise<void> {
      await forEachConcurrently(batchesOf(offer.ids), BATCHES_AT_ONCE, (ids) =>
        dispatchBatch(rollout, seq, { ...offer, ids: [...ids] }, at),
      );
    },
    /**
     * Ends upgrades of a rollout that is over, at most 5,000 of each kind: pending ones, and Queued ones that were never
     * offered or have lost their slot.
     */
    async endAll(
      rollout: RolloutRecord,
      event: 'cancelledByCaller' | 'rolloutEnded',
      at: Date,
    ): Promise<void> {
      const own = membersOf(rollout);
      const message = event === 'cancelledByCaller' ? 'The rollout was cancelled' : 'The rollout has ended';
      const set = { at, dueAt: at, message };
      for (const [index] of rollout.stages.entries()) {
        const pending = await idsOf({ ...own, rolloutStage: index + 1, status: '' }, 'member_order');
        if (pending.length === 0) continue;
        const these = { ...own, _id: { $in: pending } };
        const { filter, update } =
          event === 'cancelledByCaller'
            ? transition('Pending', 'Cancelled', event, these, set)
            : expirePending(these, set);
        await upgrades.updateMany(filter, update);
      }
      const unused = { $or: [{ offeredAt: null }, { hasSlot: false }] };
      const queued = await idsOf(
        { ...own, unprocessed: true, status: 'Queued', ...unused },
        'member_unprocessed',
      );
      if (queued.length === 0) return;
      const these = { ...own, _id: { $in: queued }, ...unused };
      const { filter, update } =
        event === 'cancelledByCaller'
          ? transition('Queued', 'Cancelled', event, these, set)
          : transition('Queued', 'Expired', event, these, set);
      await upgrades.updateMany(filter, update);
    },
    /** Ends upgrades that devices have begun, at most 5,000 of each status. */
    async abandonAll(rollout: RolloutRef, at: Date): Promise<void> {
      const own = membersOf(rollout);
      for (const status of BEGUN_STATUSES) {
        const begun = await idsOf({ ...own, unprocessed: true, status }, 'member_unprocessed');
        if (begun.length === 0) continue;
        const message = 'The rollout was cancelled, and its upgrades were given up';
        const these = { ...own, _id: { $in: begun } };
        const { filter, update } = transition(status, 'Failed', 'abandoned', these, { at, message });
        await upgrades.updateMany(filter, update);
      }
    },
    /** Ends waiting upgrades that need no dispatch, each on the condition that it still waits without a slot. */
    async end(rollout: RolloutRef, ends: readonly WaitingEnd[], at: Date): Promise<void> {
      const writes = ends.map(({ upgrade: { id, status }, to, event, message }): Write => {
        const filter = {
          ...membersOf(rollout),
          _id: id,
          ...(status === 'Queued' ? { hasSlot: false } : {}),
        };
        return { updateOne: transition(status, to, event as never, filter, { at, dueAt: at, message }) };
      });
      for (const batch of batchesOf(writes)) await upgrades.bulkWrite(batch, { ordered: false });
    },
  };
}

function undispatched(
  rollout: RolloutRef,
  seq: number,
  ids: readonly number[],
): Omit<QueryFilter<UpgradeRecord>, 'status' | 'inFlight'> {
  return {
    ...membersOf(rollout),
    _id: { $in: [...ids] },
    dispatchSeq: { $lt: seq },
  };
}
