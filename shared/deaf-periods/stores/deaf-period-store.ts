import { INSTALLATION, STILL_DEAF } from '../domain/deaf-period.js';
import type { DeafPeriodRecord } from '../models/deaf-period.js';
import type { DeafPeriodModels } from '../models/models.js';

export type DeafPeriod = Pick<DeafPeriodRecord, '_id' | 'organisationId' | 'kind' | 'from' | 'to'>;

/** What begins a period. */
export type BegunPeriod = Pick<DeafPeriodRecord, 'organisationId' | 'kind' | 'from'>;

const KEPT_MS = 400 * 86_400_000;
const FIELDS = { organisationId: 1, kind: 1, from: 1, to: 1 } as const;

/** The times in which the service did not hear devices. Every write may be repeated. */
export function createDeafPeriodStore({ deafPeriods }: DeafPeriodModels) {
  return {
    /** The periods of the installation and of all organisations that end after a time, the latest first. */
    async endingAfter(at: Date, limit: number): Promise<DeafPeriod[]> {
      return deafPeriods
        .find({ to: { $gt: at } }, FIELDS)
        .sort({ to: -1 })
        .hint('to')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<DeafPeriod[]>();
    },
    /** Those of the installation and of one organisation that overlap a range, the latest first. */
    async overlapping(
      organisationId: number,
      { from, to }: { readonly from: Date; readonly to: Date },
      limit: number,
    ): Promise<DeafPeriod[]> {
      return deafPeriods
        .find(
          { organisationId: { $in: [INSTALLATION, organisationId] }, to: { $gt: from }, from: { $lt: to } },
          FIELDS,
        )
        .sort({ to: -1 })
        .hint('organisation_to')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<DeafPeriod[]>();
    },
    /** Those that last. */
    async lasting(limit: number): Promise<DeafPeriod[]> {
      return deafPeriods
        .find({ to: STILL_DEAF }, FIELDS)
        .hint('to')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<DeafPeriod[]>();
    },
    /** How many of these kinds last in the installation, and in organisations. */
    async countLasting(): Promise<{ installation: number; organisation: number }> {
      const [all, installation] = await Promise.all([
        deafPeriods.countDocuments({ to: STILL_DEAF }).hint('to'),
        deafPeriods.countDocuments({ organisationId: INSTALLATION, to: STILL_DEAF }).hint('organisation_to'),
      ]);
      return { installation, organisation: all - installation };
    },
    /** Records periods, each once however often this is repeated. */
    async begin(periods: readonly BegunPeriod[]): Promise<void> {
      if (periods.length === 0) return;
      await deafPeriods.bulkWrite(
        periods.map(({ organisationId, kind, from }) => ({
          updateOne: {
            filter: { _id: idOf({ organisationId, kind, from }), organisationId },
            update: {
              $setOnInsert: { kind, from, to: STILL_DEAF, expiresAt: new Date(from.getTime() + KEPT_MS) },
            },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    },
    /** Ends a period that lasts. @returns whether this call ended it */
    async end({ organisationId, kind, from }: BegunPeriod, to: Date): Promise<boolean> {
      const { modifiedCount } = await deafPeriods.updateOne(
        { _id: idOf({ organisationId, kind, from }), organisationId, to: STILL_DEAF },
        { $set: { to, isAnnouncing: true } },
      );
      return modifiedCount === 1;
    },
    /** Ended periods whose events are not written, the earliest end first. */
    async unannounced(limit: number): Promise<DeafPeriod[]> {
      return deafPeriods
        .find({ isAnnouncing: true }, FIELDS)
        .sort({ to: 1 })
        .hint('announcing')
        .limit(limit)
        .batchSize(limit + 1)
        .lean<DeafPeriod[]>();
    },
    /** Records that the events of a period are written. */
    async announced({ _id, organisationId }: DeafPeriod): Promise<void> {
      await deafPeriods.updateOne({ _id, organisationId }, { $unset: { isAnnouncing: true } });
    },
  };
}

function idOf({ organisationId, kind, from }: BegunPeriod): string {
  return `${organisationId}:${kind}:${from.getTime()}`;
}
