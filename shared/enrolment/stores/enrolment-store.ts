import type { ClientSession } from 'mongoose';
import type { Caller } from '../../access/domain/access.js';
import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { EnrolmentState } from '../domain/judge-enrolment.js';
import { keptUntil, type EnrolmentRecord } from '../models/enrolment.js';
import type { EnrolmentModels } from '../models/models.js';

type RequestRef = Pick<EnrolmentRecord, '_id' | 'organisationId' | 'nonceHash' | 'state'>;

const HOUR_MS = 3_600_000;
const BY_CERTIFICATE = 'organisation_certificate';

/** The request as it was read: another nonce, or another state, is another request. */
const asRead = ({ _id, organisationId, nonceHash, state }: RequestRef) => ({
  _id,
  organisationId,
  nonceHash,
  state,
});

/** Requests of devices that wait for a person. */
export function createEnrolmentStore({ enrolments, organisations }: EnrolmentModels) {
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
    async keep({ _id, organisationId, tokenId, askedAt }: EnrolmentRecord, at: Date): Promise<void> {
      if (at.getTime() - askedAt.getTime() < HOUR_MS) return;
      const asked = { askedAt: at, expiresAt: keptUntil(tokenId, at) };
      await enrolments.updateOne({ _id, organisationId, askedAt }, { $set: asked });
    },

    /**
     * Makes room for another device with a certificate: where there are as many as there may be, that which has not asked
     * for longest is forgotten, unless it has asked since a time. The number stays so until the transaction ends: of two
     * that count, the later one is tried again.
     * @returns false when there is no room
     */
    async makeRoom(
      organisationId: number,
      max: number,
      since: Date,
      session: ClientSession,
    ): Promise<boolean> {
      await organisations.updateOne({ _id: organisationId }, { $inc: { enrolmentRevision: 1 } }, { session });
      const waiting = { organisationId, reason: 'certificate' as const };
      const count = await enrolments.countDocuments(waiting, { session }).hint(BY_CERTIFICATE);
      if (count < max) return true;
      const oldest = await enrolments
        .findOne(waiting, { askedAt: 1 }, { session })
        .sort({ askedAt: 1 })
        .hint(BY_CERTIFICATE)
        .lean();
      if (!oldest || oldest.askedAt > since) return false;
      await enrolments.deleteOne({ _id: oldest._id, organisationId }, { session });
      return true;
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
