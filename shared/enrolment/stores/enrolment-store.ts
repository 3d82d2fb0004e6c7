import type { ClientSession } from 'mongoose';
import type { Caller } from '../../access/domain/access.js';
import { readSortedPage, type SortedPage, type SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { EnrolmentState } from '../domain/judge-enrolment.js';
import { keptUntil } from '../domain/kept-until.js';
import type { EnrolmentRecord } from '../models/enrolment.js';
import type { EnrolmentModels } from '../models/models.js';

type RequestRef = Pick<EnrolmentRecord, '_id' | 'organisationId' | 'nonceHash' | 'state'>;

/** How many devices with a certificate may wait, and since when one has to have asked to stay. */
export interface UnknownLimit {
  readonly max: number;
  readonly since: Date;
}

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
  /** The id of the request that another one takes the place of; null when there is room without. */
  async function leaving(
    organisationId: number,
    { max, since }: UnknownLimit,
    session: ClientSession | null,
  ): Promise<number | 'full' | null> {
    const waiting = { organisationId, reason: 'certificate' as const };
    const count = await enrolments.countDocuments(waiting).hint(BY_CERTIFICATE).session(session);
    if (count < max) return null;
    const oldest = await enrolments
      .findOne(waiting, { askedAt: 1 })
      .sort({ askedAt: 1 })
      .hint(BY_CERTIFICATE)
      .session(session)
      .lean();
    return oldest && oldest.askedAt <= since ? oldest._id : 'full';
  }

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

    /** Whether {@link makeRoom} would make room; writes nothing. */
    async hasRoom(organisationId: number, limit: UnknownLimit): Promise<boolean> {
      return (await leaving(organisationId, limit, null)) !== 'full';
    },

    /**
     * Makes room for another device with a certificate: where there are as many as there may be, that which has not asked
     * for longest is forgotten, unless it has asked since a time. The number stays so until the transaction ends: of two
     * that count, the later one is tried again.
     * @returns false when there is no room
     */
    async makeRoom(organisationId: number, limit: UnknownLimit, session: ClientSession): Promise<boolean> {
      await organisations.updateOne({ _id: organisationId }, { $inc: { enrolmentRevision: 1 } }, { session });
      const found = await leaving(organisationId, limit, session);
      if (typeof found === 'number') await enrolments.deleteOne({ _id: found, organisationId }, { session });
      return found !== 'full';
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
