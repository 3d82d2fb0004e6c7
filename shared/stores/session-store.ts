import type { AccessTokenRecord } from '../models/access-token.js';
import type { Models } from '../models/models.js';
import type { UserRecord } from '../models/user.js';

export interface SessionStore {
  /** One round trip. */
  create(record: AccessTokenRecord): Promise<void>;
  /** The live token or session of this hash with its user; null when unknown, expired or of a user who is gone. Two round trips. */
  find(hash: string, now: Date): Promise<{ token: AccessTokenRecord; user: UserRecord } | null>;
  /** Forgets one token; whether there was one. One round trip. */
  revoke(hash: string): Promise<boolean>;
  /** Notes the last use. One round trip. */
  touch(hash: string, at: Date): Promise<void>;
  /** For sign-in only. One round trip. */
  findUserByEmail(email: string): Promise<UserRecord | null>;
}

/** Tokens and sessions: the one place that is read before the organisation is known. */
export function createSessionStore(models: Models): SessionStore {
  return {
    async create(record) {
      await models.accessTokens.create(record);
    },
    async find(hash, now) {
      const token = await models.accessTokens.findOne({ _id: hash, expiresAt: { $gt: now } }).lean();
      if (!token) return null;
      const user = await models.users
        .findOne({ _id: token.userId, organisationId: token.organisationId })
        .lean();
      return user && { token, user };
    },
    async revoke(hash) {
      return (await models.accessTokens.deleteOne({ _id: hash })).deletedCount === 1;
    },
    async touch(hash, at) {
      await models.accessTokens.updateOne({ _id: hash }, { $max: { lastUsedAt: at } });
    },
    async findUserByEmail(email) {
      return models.users.findOne({ email }).lean();
    },
  };
}
