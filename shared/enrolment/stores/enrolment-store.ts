import type { ClientSession } from 'mongoose';
import type { Caller } from '../../access/domain/access.js';
import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { EnrolmentState } from '../domain/judge-enrolment.js';
import type { EnrolmentRecord } from '../models/enrolment.js';
import type { EnrolmentModels } from '../models/models.js';

type RequestRef = Pick<EnrolmentRecord, '_id' | 'organisationId' | 'nonceHash' | 'state'>;

const HOUR_MS = 3_600_000;

/** The request as it was read: another nonce, or another state, is another request. */
const asRead = ({ _id, organisationId, nonceHash, state }: RequestRef) => ({
  _id,
  organisationId,
  nonceHash,
  state,
});

/** Requests of devices that wait for a person. */
export function createEnrolmentStore({ enrolments }: EnrolmentModels) {
  return {
    async find({ organisationId }: Caller, id: number): Promise<EnrolmentRecord | null> {
      return enrolments.findOne({ organisationId, _id: id }).lean();
    },

    async findByMac(organisationId: number, macId: string): Promise<EnrolmentRecord | null> {
      return enrolments.findOne({ organisationId, macId }).lean();
    },

    list(
      { organisationId }: Caller,
      state: EnrolmentState,
      page: SortedPageRequest,
    ): Promise<SortedPage<EnrolmentRecord>> {
      return readSortedPage(enrolments, { organisationId, state }, page);
    },

    /** @throws the store's error for a duplicate key when the MAC has a request already */
    async create(request: EnrolmentRecord, session: ClientSession): Promise<void> {
      await enrolments.create([request], { session });
    },

    /** Keeps a request whose device asks again; writes at most once an hour. */
    async keep({ _id, organisationId, askedAt }: EnrolmentRecord, at: Date): Promise<void> {
      if (at.getTime() - askedAt.getTime() < HOUR_MS) return;
      await enrolments.updateOne({ _id, organisationId, askedAt }, { $set: { askedAt: at } });
    },

    /** False when it has changed or is gone. */
    async refuse(request: EnrolmentRecord, session: ClientSession): Promise<boolean> {
      const refused = await enrolments.updateOne(
        asRead(request),
        { $set: { state: 'refused' } },
        { session },
      );
      return refused.modifiedCount === 1;
    },

    /** False when it has changed or is gone. */
    async remove(request: RequestRef, session: ClientSession): Promise<boolean> {
      return (await enrolments.deleteOne(asRead(request), { session })).deletedCount === 1;
    },
  };
}
