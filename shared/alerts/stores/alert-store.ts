import { batchesOf, duplicateKeys, ONE_ANSWER } from '../../platform/mongo/batches.js';
import type { IdSource } from '../../platform/mongo/ids.js';
import type { AlertKind } from '../domain/alert-kinds.js';
import { noticeAt, NOTHING_SENT } from '../domain/notices.js';
import type { AlertRecord, AlertState } from '../models/alert.js';
import type { AlertModels } from '../models/models.js';

/** What opens an alert. */
export interface Opening
  extends
    Pick<AlertRecord, 'kind' | 'subjectId' | 'networkId' | 'text'>,
    Partial<Pick<AlertRecord, 'folded' | 'count' | 'rolloutNetworkIds' | 'includesUnassigned'>> {
  readonly state: Exclude<AlertState, 'closed'>;
}

/** What becomes of an alert. */
export interface Move {
  readonly read: AlertRecord;
  readonly state: AlertState;
  readonly fields?: Partial<AlertRecord>;
}

/** The devices that an alert represents from now on. */
export interface Folding extends Pick<AlertRecord, 'folded' | 'count' | 'text'> {
  readonly read: AlertRecord;
}

/** An alert that closes is the same one when it opens again within this time. */
const REOPENS_MS = 30 * 60_000;
const KEPT_MS = 400 * 86_400_000;
/** Alerts that wait are looked at again after this time. */
const CHECK_MS = 60_000;
const FOLDED_SHOWN = 100;

/** Alerts, as the worker opens and closes them. Each change is one conditional write, and repeating it changes nothing. */
export function createAlertStore({ alerts }: AlertModels, ids: IdSource) {
  const stateFields = (
    record: Pick<AlertRecord, 'kind' | 'sent' | 'openedSentAt' | 'closedSentAt'>,
    state: AlertState,
    now: Date,
  ) => {
    const notice = state === 'open' || state === 'closed' ? noticeAt(record, state === 'open', now) : null;
    const checkAt = isCheckedAgain(record.kind, state) ? new Date(now.getTime() + CHECK_MS) : null;
    const expiresAt = state === 'closed' ? new Date(now.getTime() + KEPT_MS) : null;
    const fields = { noticeAt: notice, checkAt, expiresAt };
    const set = Object.entries(fields).filter(([, value]) => value !== null);
    const unset = Object.entries(fields).filter(([, value]) => value === null);
    return {
      $set: { state, isCurrent: state !== 'closed', ...Object.fromEntries(set) },
      $unset: Object.fromEntries(unset.map(([name]) => [name, 1 as const])),
      $inc: { seq: 1 },
    };
  };

  /** The newest alert of each subject. */
  async function newest(
    organisationId: number,
    kind: AlertKind,
    subjectIds: readonly number[],
    since: Date,
  ): Promise<Map<number, AlertRecord>> {
    const found = await alerts
      .find({
        organisationId,
        kind,
        subjectId: { $in: [...subjectIds] },
        $or: [{ isCurrent: true }, { closedAt: { $gte: since } }],
      })
      .sort({ subjectId: 1, _id: 1 })
      .hint('subject')
      .lean();
    return new Map(found.map((alert) => [alert.subjectId, alert]));
  }

  /**
   * Moves alerts that have not changed since they were read. One that closes while it waits and was never announced has
   * opened for no caller: it is deleted. @returns how many it moved
   */
  async function move(moves: readonly Move[], now: Date): Promise<number> {
    let moved = 0;
    for (const batch of batchesOf(moves)) {
      const writes = batch.map(({ read: { _id, organisationId, seq, ...read }, state, fields }) => {
        const filter = { _id, organisationId, seq };
        if (state === 'closed' && read.state === 'waiting' && read.sent === null)
          return { deleteOne: { filter } };
        const { $set, ...update } = stateFields(read, state, now);
        return { updateOne: { filter, update: { ...update, $set: { ...$set, ...fields } } } };
      });
      const { modifiedCount, deletedCount } = await alerts.bulkWrite(writes, { ordered: false });
      moved += modifiedCount + deletedCount;
    }
    return moved;
  }

  return {
    /**
     * Opens alerts of one kind that are not open. One that closed less than half an hour ago opens again. However often
     * and by however many workers this is repeated, each subject has one alert.
     * @returns how many this call opened, or let wait or fold
     */
    async open(
      organisationId: number,
      kind: AlertKind,
      openings: readonly Opening[],
      now: Date,
    ): Promise<number> {
      if (openings.length === 0) return 0;
      const since = new Date(now.getTime() - REOPENS_MS);
      const subjects = openings.map(({ subjectId }) => subjectId);
      const known = await newest(organisationId, kind, subjects, since);
      const added = openings.filter(({ subjectId }) => !known.has(subjectId));
      const moves = openings.flatMap((opening): Move[] => {
        const read = known.get(opening.subjectId);
        if (!read || !mayBecome(read, opening.state)) return [];
        const { state, folded = [], count = 0, text, networkId } = opening;
        const fields = { closedAt: null, folded: folded.slice(0, FOLDED_SHOWN), count, text, networkId };
        return [{ read, state, fields }];
      });
      const opened = await move(moves, now);
      if (added.length === 0) return opened;
      const first = await ids.reserve('alerts', added.length);
      const records = added.map(({ state, folded = [], count = 0, ...fields }, index): AlertRecord => ({
        _id: first + index,
        organisationId,
        ...fields,
        state,
        isCurrent: true,
        openedAt: now,
        closedAt: null,
        acknowledgedAt: null,
        acknowledgedBy: null,
        folded: folded.slice(0, FOLDED_SHOWN),
        count,
        seq: 1,
        ...NOTHING_SENT,
        ...(state === 'open' ? { noticeAt: now } : {}),
        ...(isCheckedAgain(kind, state) ? { checkAt: new Date(now.getTime() + CHECK_MS) } : {}),
      }));
      try {
        await alerts.insertMany(records, { ordered: false, lean: true });
        return opened + records.length;
      } catch (error) {
        // Another worker has opened those.
        return opened + records.length - duplicateKeys(error).length;
      }
    },
    /** The current alerts of a kind about these subjects. */
    async current(
      organisationId: number,
      kind: AlertKind,
      subjectIds: readonly number[],
    ): Promise<AlertRecord[]> {
      if (subjectIds.length === 0) return [];
      return alerts
        .find({ organisationId, kind, subjectId: { $in: [...subjectIds] }, isCurrent: true })
        .hint('one_current')
        .batchSize(subjectIds.length + 1)
        .lean();
    },
    /** The current alerts of a kind after a subject, in the order of their subjects. */
    async currentAfter(
      organisationId: number,
      kind: AlertKind,
      after: number,
      limit: number,
    ): Promise<AlertRecord[]> {
      return alerts
        .find({ organisationId, kind, subjectId: { $gt: after }, isCurrent: true })
        .sort({ subjectId: 1 })
        .hint('one_current')
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    /** The current alerts of the devices of networks that are not folded. */
    async ofDevicesIn(organisationId: number, networkIds: readonly number[]): Promise<AlertRecord[]> {
      if (networkIds.length === 0) return [];
      return alerts
        .find({
          organisationId,
          networkId: { $in: [...networkIds] },
          state: { $in: ['waiting', 'open'] },
          kind: 'device_down',
        })
        .hint('organisation_network')
        .limit(10 * ONE_ANSWER)
        .batchSize(10 * ONE_ANSWER + 1)
        .lean();
    },
    /** Alerts that wait and are to be looked at again, the longest due first. */
    async toCheck(organisationId: number, now: Date, limit: number): Promise<AlertRecord[]> {
      return alerts
        .find({ organisationId, checkAt: { $lte: now, $gt: new Date(0) } })
        .sort({ checkAt: 1 })
        .hint('waiting')
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    /** Closes alerts that have not changed since they were read. @returns how many */
    close: (read: readonly AlertRecord[], now: Date): Promise<number> =>
      move(
        read.map((each) => ({ read: each, state: 'closed', fields: { closedAt: now } })),
        now,
      ),
    move,
    /** Records more devices of open alerts that have not changed since they were read, without announcing them again. */
    async setFolded(changes: readonly Folding[]): Promise<void> {
      if (changes.length === 0) return;
      const writes = changes.map(({ read: { _id, organisationId, seq }, folded, ...fields }) => ({
        updateOne: {
          filter: { _id, organisationId, seq },
          update: { $set: { ...fields, folded: folded.slice(0, FOLDED_SHOWN) } },
        },
      }));
      await alerts.bulkWrite(writes, { ordered: false });
    },
  };
}

/** Alerts that wait are looked at again; those of radios wait for reports. */
function isCheckedAgain(kind: AlertKind, state: AlertState): boolean {
  return state === 'waiting' && kind !== 'radio_down';
}

/** An open alert stays open, and one that waits or is folded opens. */
function mayBecome({ isCurrent, state }: AlertRecord, next: AlertState): boolean {
  return !isCurrent || state === 'folded' || (state === 'waiting' && next === 'open');
}
