import type { ClientSession } from 'mongoose';
import type { SsoLink, UserRecord } from '../../access/models/user.js';
import { isDuplicateKey } from '../../platform/mongo/batches.js';
import type { SsoModels } from '../models/models.js';

/** Users by the identity that a provider gives them. */
export function createSsoUserStore({ users }: SsoModels) {
  return {
    /** The user of an organisation who is linked to an identity, disabled or not. */
    async find(organisationId: number, { issuer, subject }: SsoLink): Promise<UserRecord | null> {
      return users
        .findOne({ organisationId, 'sso.issuer': issuer, 'sso.subject': subject })
        .hint('sso')
        .lean();
    },
    /**
     * Links a user that is as it was read, and has no link of its own; null when it has changed, or when another user has got
     * the identity meanwhile.
     */
    async link(
      { _id, organisationId, email, revision, sso }: UserRecord,
      link: SsoLink,
      session: ClientSession,
    ): Promise<UserRecord | null> {
      const unlinked = { 'sso.issuer': sso?.issuer ?? null, 'sso.subject': sso?.subject ?? null };
      const asRead = {
        _id,
        organisationId,
        email,
        revision: revision ?? null,
        disabledAt: null,
        ...unlinked,
      };
      const change = { $set: { sso: link }, $inc: { revision: 1 } };
      try {
        return await users.findOneAndUpdate(asRead, change, { session, returnDocument: 'after' }).lean();
      } catch (error) {
        throw isDuplicateKey(error) ? new LinkedMeanwhile() : error;
      }
    },
    /** Enabled users of an organisation after an id who have signed in by a provider and have no password, by id. */
    async withoutPassword(organisationId: number, afterId: number, limit: number): Promise<UserRecord[]> {
      return users
        .find({
          organisationId,
          _id: { $gt: afterId },
          passwordHash: null,
          'sso.subject': { $exists: true },
          disabledAt: null,
        })
        .sort({ _id: 1 })
        .hint('organisation')
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    /**
     * Records a sign-in of a user, in the transaction that creates its session; false when the user was disabled, or its
     * tokens revoked, since it was read.
     */
    async recordSignIn(
      { _id, organisationId, tokenGeneration, sso }: UserRecord,
      at: Date,
      session: ClientSession,
    ): Promise<boolean> {
      const identity = { 'sso.issuer': sso?.issuer ?? null, 'sso.subject': sso?.subject ?? null };
      const generation = tokenGeneration ?? 0;
      const asRead = { _id, organisationId, disabledAt: null, ...identity };
      const { matchedCount } = await users.updateOne(
        { ...asRead, tokenGeneration: generation === 0 ? { $in: [0, null] } : generation } as never,
        { $inc: { tokenRevision: 1 }, $max: { lastSignInAt: at } },
        { session },
      );
      return matchedCount === 1;
    },
  };
}

/** Another request has linked the identity. */
export class LinkedMeanwhile extends Error {
  override readonly name = 'LinkedMeanwhile';
}
