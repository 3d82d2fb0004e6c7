import { publicTokenId } from '../../platform/values/secrets.js';
import type { AccessTokenRecord } from '../models/access-token.js';
import type { AccessModels } from '../models/models.js';
import type { OperatorRecord } from '../models/operator.js';
import type { UserRecord } from '../models/user.js';

/** What signs in: a user of an organisation or an operator of the installation. */
export type Account = UserRecord | OperatorRecord;

export function isUser(account: Account): account is UserRecord {
  return 'organisationId' in account;
}

export interface SessionStore {
  /** One round trip. */
  create(record: AccessTokenRecord): Promise<void>;
  /**
   * The live token or session of this hash with its holder; null when it is unknown, expired or revoked, or when its
   * holder is gone or disabled. Two round trips.
   */
  find(hash: string, now: Date): Promise<{ token: AccessTokenRecord; user: Account } | null>;
  /** Forgets one token; whether there was one. One round trip. */
  revoke(hash: string): Promise<boolean>;
  /** Notes the last use. One round trip. */
  touch(hash: string, at: Date): Promise<void>;
  /** For sign-in and the command line. One round trip, one more for an operator or an unknown address. */
  findByEmail(email: string): Promise<Account | null>;
}

/** Tokens and sessions: the one place that is read before the organisation is known. */
export function createSessionStore({ accessTokens, users, operators }: AccessModels): SessionStore {
  return {
    async create(record) {
      await accessTokens.create({ ...record, publicId: publicTokenId(record._id) });
    },
    async find(hash, now) {
      const token = await accessTokens.findOne({ _id: hash, expiresAt: { $gt: now } }).lean();
      if (!token) return null;
      const { userId: _id, organisationId } = token;
      const user =
        organisationId === null
          ? await operators.findOne({ _id }).lean()
          : await users.findOne({ _id, organisationId }).lean();
      if (!user || user.disabledAt) return null;
      const isRevoked = (token.generation ?? 0) !== (user.tokenGeneration ?? 0);
      return isRevoked ? null : { token, user };
    },
    async revoke(hash) {
      return (await accessTokens.deleteOne({ _id: hash })).deletedCount === 1;
    },
    async touch(hash, at) {
      // Tokens of earlier releases have no public id until they are used.
      const publicId = publicTokenId(hash);
      await accessTokens.updateOne({ _id: hash }, { $max: { lastUsedAt: at }, $set: { publicId } });
    },
    async findByEmail(email) {
      return (await users.findOne({ email }).lean()) ?? operators.findOne({ email }).lean();
    },
  };
}
