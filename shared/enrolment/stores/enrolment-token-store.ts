import type { ClientSession } from 'mongoose';
import type { Caller } from '../../access/domain/access.js';
import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { EnrolmentModels } from '../models/models.js';
import type { EnrolmentTokenRecord } from '../models/enrolment-token.js';

type TokenRef = Pick<EnrolmentTokenRecord, '_id' | 'organisationId'>;

/** Enrolment tokens of organisations. */
export function createEnrolmentTokenStore({ organisations, enrolmentTokens }: EnrolmentModels) {
  return {
    /** The token of a device, which names no organisation; null for an unknown or revoked one. */
    async findByHash(tokenHash: string): Promise<EnrolmentTokenRecord | null> {
      return enrolmentTokens.findOne({ tokenHash }).lean();
    },

    async find(organisationId: number, id: number): Promise<EnrolmentTokenRecord | null> {
      return enrolmentTokens.findOne({ organisationId, _id: id }).lean();
    },

    /** The names of at most 1,000 tokens, by id. */
    async namesOf(organisationId: number, ids: readonly number[]): Promise<Map<number, string>> {
      const found = await enrolmentTokens
        .find({ organisationId, _id: { $in: [...new Set(ids)] } }, { name: 1 })
        .batchSize(ids.length + 1)
        .lean();
      return new Map(found.map(({ _id, name }) => [_id, name]));
    },

    list({ organisationId }: Caller, page: SortedPageRequest): Promise<SortedPage<EnrolmentTokenRecord>> {
      return readSortedPage(enrolmentTokens, { organisationId }, page);
    },

    /**
     * The number of tokens of an organisation. It stays so until the transaction ends: of two that count, the later one is
     * tried again.
     */
    async count(organisationId: number, session: ClientSession): Promise<number> {
      await organisations.updateOne(
        { _id: organisationId },
        { $inc: { enrolmentTokenRevision: 1 } },
        { session },
      );
      return enrolmentTokens.countDocuments({ organisationId }, { session }).exec();
    },

    async create(token: EnrolmentTokenRecord, session: ClientSession): Promise<void> {
      await enrolmentTokens.create([token], { session });
    },

    /** False when it is gone already. */
    async remove({ _id, organisationId }: TokenRef, session: ClientSession): Promise<boolean> {
      return (await enrolmentTokens.deleteOne({ _id, organisationId }, { session })).deletedCount === 1;
    },

    /** Takes a place for one more device; false when none is left, or the token is revoked. */
    async takePlace(
      { _id, organisationId, maxDevices }: TokenRef & Pick<EnrolmentTokenRecord, 'maxDevices'>,
      session: ClientSession,
    ): Promise<boolean> {
      const taken = await enrolmentTokens.updateOne(
        { _id, organisationId, places: { $lt: maxDevices } },
        { $inc: { places: 1 } },
        { session },
      );
      return taken.modifiedCount === 1;
    },

    /** Gives back the place of a device that was refused. */
    async giveBackPlace({ _id, organisationId }: TokenRef, session: ClientSession): Promise<void> {
      await enrolmentTokens.updateOne(
        { _id, organisationId, places: { $gt: 0 } },
        { $inc: { places: -1 } },
        { session },
      );
    },
  };
}
