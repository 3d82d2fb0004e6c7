import { publicTokenId } from '../../platform/values/secrets.js';
import type { AccessTokenRecord } from '../models/access-token.js';
import type { AccessModels } from '../models/models.js';
import type { OperatorRecord } from '../models/operator.js';
import type { UserRecord } from '../models/user.js';

/** The account that signs in: a user of an organisation or an operator of the installation. */
export type Account = UserRecord | OperatorRecord;

export function isUser(account: Account): account is UserRecord {
  return 'organisationId' in account;
}

export interface SessionStore {
  create(record: AccessTokenRecord): Promise<void>;
  /**
   * The valid token or session of this hash with its holder; null when it is unknown, expired or revoked, or its
   * holder is deleted or disabled.
   */
  find(hash: string, now: Date): Promise<{ token: AccessTokenRecord; user: Account } | null>;
  /** Deletes one token. @returns whether it existed */
  revoke(hash: string): Promise<boolean>;
  /** Records the last use. */
  touch(hash: string, at: Date): Promise<void>;
  /** For sign-in and the command line. */
  findByEmail(email: string): Promise<Account | null>;
}

/** Tokens and sessions. This store alone reads before the organisation is known. */
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
      // Tokens of earlier versions get a public id when they are used.
      const publicId = publicTokenId(hash);
      await accessTokens.updateOne({ _id: hash }, { $max: { lastUsedAt: at }, $set: { publicId } });
    },
    async findByEmail(email) {
      return (await users.findOne({ email }).lean()) ?? operators.findOne({ email }).lean();
    },
  };
}
