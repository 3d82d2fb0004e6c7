import type { ClientSession } from 'mongoose';
import { isDuplicateKey } from '../../platform/mongo/batches.js';
import type { SsoLogoutRecord } from '../models/sso-logout.js';
import type { SsoModels } from '../models/models.js';

/** The sessions that a provider ends: of a user, or with an id that the provider has given them. */
export interface EndedSessions {
  readonly organisationId: number;
  readonly userId: number | null;
  readonly sid: string | null;
}

/** Logout tokens, and the sessions that they end. */
export function createSsoLogoutStore({ accessTokens, ssoLogouts }: SsoModels) {
  return {
    /** Uses up a logout token; false when that has happened before, which ends the transaction. */
    async use(token: SsoLogoutRecord, session: ClientSession): Promise<boolean> {
      try {
        await ssoLogouts.create([token], { session });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    /** The users of the sessions with an id of the provider. */
    async holdersOf(organisationId: number, sid: string): Promise<number[]> {
      const found = await accessTokens
        .find({ organisationId, 'sso.sid': sid }, { userId: 1 })
        .hint('organisation_sid')
        .limit(MAX_HOLDERS)
        .batchSize(MAX_HOLDERS + 1)
        .lean();
      return [...new Set(found.map(({ userId }) => userId))];
    },
    /** Deletes the sessions of a user that its provider has signed in. @returns how many */
    async end(
      { organisationId, userId, sid }: EndedSessions & { readonly userId: number },
      session: ClientSession,
    ): Promise<number> {
      const signedIn = sid === null ? { 'sso.issuer': { $exists: true } } : { 'sso.sid': sid };
      const ended = { organisationId, userId, kind: 'session' as const, ...signedIn };
      return (await accessTokens.deleteMany(ended, { session })).deletedCount;
    },
  };
}

/** A provider gives the sessions of one person one id. */
const MAX_HOLDERS = 10;
