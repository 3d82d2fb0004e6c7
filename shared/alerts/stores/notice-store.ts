import type { ClientSession } from 'mongoose';
import type { NoticeState } from '../domain/notices.js';
import type { AlertRecord } from '../models/alert.js';
import type { AlertModels } from '../models/models.js';

/** Alerts whose receivers do not know their state. */
export function createNoticeStore({ alerts }: AlertModels) {
  return {
    /** Alerts to announce, of all organisations, the longest due first. */
    async due(now: Date, limit: number): Promise<AlertRecord[]> {
      return alerts
        .find({ noticeAt: { $lte: now, $gt: new Date(0) } })
        .sort({ noticeAt: 1 })
        .hint('notice')
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    /** When the alert that has waited longest was to be announced; null: none waits. */
    async oldestDue(now: Date): Promise<Date | null> {
      const [oldest] = await alerts
        .find({ noticeAt: { $lte: now, $gt: new Date(0) } }, { noticeAt: 1 })
        .sort({ noticeAt: 1 })
        .hint('notice')
        .limit(1)
        .lean();
      return oldest?.noticeAt ?? null;
    },
    /**
     * Records the notices of alerts that have not changed since they were read, in the transaction that writes them.
     * @returns whether none has changed
     */
    async record(
      noticed: readonly { readonly alert: AlertRecord; readonly state: NoticeState }[],
      session: ClientSession,
    ): Promise<boolean> {
      const { modifiedCount } = await alerts.bulkWrite(
        noticed.map(({ alert: { _id, organisationId, seq, noticeAt = null }, state }) => ({
          updateOne: {
            filter: { _id, organisationId, seq, noticeAt },
            update: { $set: { ...state }, $unset: { noticeAt: 1 as const } },
          },
        })),
        { session },
      );
      return modifiedCount === noticed.length;
    },
  };
}
