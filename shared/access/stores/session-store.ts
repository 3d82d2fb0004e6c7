import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ClientSession } from 'mongoose';
import type { AuditEntry } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import type { TransactUncounted } from '../../platform/mongo/transaction.js';
import type { Place } from '../domain/place.js';
import { accountName } from '../domain/account-entry.js';
import {
  allowsPassword,
  hasSecondFactor,
  WITHOUT_FACTOR,
  type SignInRules,
} from '../domain/sign-in-rules.js';
import type { RedisClient } from '../../platform/redis/redis.js';
import { publicTokenId } from '../../platform/values/secrets.js';
import type { AccessTokenRecord } from '../models/access-token.js';
import type { AccessModels } from '../models/models.js';
import { isUser, type Account } from './account.js';
import { findAccount } from './find-account.js';
import { findSignInRules } from './organisation-rules-store.js';
import { endToken, requireParent, requireRoom } from './token-records.js';

type SessionStore = ReturnType<typeof createSessionStore>;

/** A valid token or session, its holder, and how the holder signs in. */
export interface FoundSession {
  readonly token: AccessTokenRecord;
  readonly user: Account;
  readonly rules: SignInRules;
}

/** Whether a browser session has been without a request for longer than its organisation allows. Tokens are never idle. */
function isIdle(
  { kind, createdAt, lastUsedAt }: AccessTokenRecord,
  { idleMinutes }: SignInRules,
  now: Date,
): boolean {
  if (kind === 'token') return false;
  return now.getTime() - (lastUsedAt ?? createdAt).getTime() > idleMinutes * 60_000;
}

/** Tokens and sessions. This store alone reads before the organisation is known. */
export function createSessionStore(models: AccessModels, transact: TransactUncounted) {
  const { accessTokens, users, operators } = models;
  return {
    /**
     * @param entry of the audit log
     * @param accompany runs in the same transaction
     * @throws AppError tooManyOpen when the holder has as many tokens as it may have; unauthenticated when the token that it
     * is made with has been revoked
     */
    async create(
      record: AccessTokenRecord,
      entry: AuditEntry,
      accompany?: (session: ClientSession) => Promise<void>,
    ): Promise<void> {
      const token = { ...record, publicId: publicTokenId(record._id) };
      await transact(async (session) => {
        await requireParent(models, token, session);
        if (record.kind === 'token') await requireRoom(models, token, session);
        await accessTokens.create([token], { session });
        await accompany?.(session);
        await writeEntries(models, [entry], session);
      });
    },
    /**
     * Records on an account that its password was entered, in the transaction that creates its token or session; false when a
     * password was enough as the account was read, and it has got a second factor since. Its count makes a transaction that
     * adds a factor at the same time conflict.
     */
    async recordSignIn(account: Account, at: Date, session: ClientSession): Promise<boolean> {
      const { _id } = account;
      const asRead = hasSecondFactor(account) ? {} : WITHOUT_FACTOR;
      const counted = { $inc: { tokenRevision: 1 } };
      const { matchedCount } = isUser(account)
        ? await users.updateOne(
            { _id, organisationId: account.organisationId, ...asRead },
            { ...counted, $max: { lastSignInAt: at } },
            { session },
          )
        : await operators.updateOne({ _id, ...asRead }, counted, { session });
      return matchedCount === 1;
    },
    /**
     * The valid token or session of this hash with its holder; null when it is unknown, expired, idle for too long or
     * revoked, its holder is deleted or disabled, or its organisation requires single sign-on, which has not made it.
     */
    async find(hash: string, now: Date): Promise<FoundSession | null> {
      const token = await accessTokens.findOne({ _id: hash, expiresAt: { $gt: now } }).lean();
      if (!token) return null;
      const [user, rules] = await Promise.all([
        findAccount(models, token),
        findSignInRules(models, token.organisationId),
      ]);
      if (!user || user.disabledAt || isIdle(token, rules, now)) return null;
      if (isUser(user) && token.sso === undefined && !allowsPassword(rules, user._id)) return null;
      const isRevoked = (token.generation ?? 0) !== (user.tokenGeneration ?? 0);
      return isRevoked ? null : { token, user, rules };
    },
    /** Deletes one token with all that were made with it, for its holder. @returns whether it existed */
    revoke: (hash: string, at: Date, place: Place): Promise<boolean> =>
      transact((session) => {
        const by = { at, authorOf: (token: AccessTokenRecord) => ({ actor: accountName(token), ...place }) };
        return endToken(models, { _id: hash }, by, session);
      }),
    /** Records the last use. */
    async touch(hash: string, at: Date): Promise<void> {
      await accessTokens.updateOne({ _id: hash }, { $max: { lastUsedAt: at } });
    },
    /** For sign-in and the command line. The queries are the same whether there is such an account. */
    async findByEmail(email: string): Promise<Account | null> {
      const [user, operator] = await Promise.all([
        users.findOne({ email }, {}, { hint: 'email' }).lean(),
        operators.findOne({ email }, {}, { hint: 'email' }).lean(),
      ]);
      return user ?? operator;
    },
  };
}

const EPOCH_KEY = 'airfleet:access-epoch';
const MAX_CACHED = 10_000;
const CACHED_MS = 2000;

export type AccessEpoch = ReturnType<typeof createAccessEpoch>;

/** A value in Redis that every revocation changes. Cached sessions are valid only while it stays the same. */
export function createAccessEpoch(redis: RedisClient) {
  /** Sets the first value, or the first after Redis was lost; null when another process was faster. */
  async function initialise(): Promise<string | null> {
    const first = randomUUID();
    return (await redis.set(EPOCH_KEY, first, 'NX')) === 'OK' ? first : null;
  }

  return {
    /** Null when Redis does not answer. */
    async now(): Promise<string | null> {
      try {
        return (await redis.get(EPOCH_KEY)) ?? (await initialise());
      } catch {
        return null;
      }
    },
    /**
     * Invalidates the caches of all processes. If Redis is full, DEL still works. If Redis is unreachable, other processes
     * may accept a revoked token for up to two seconds.
     * @returns whether Redis accepted the change
     */
    async change(): Promise<boolean> {
      const set = redis.set(EPOCH_KEY, randomUUID()).catch(() => redis.del(EPOCH_KEY));
      return set.then(
        () => true,
        () => false,
      );
    },
  };
}

/**
 * Caches sessions and tokens for two seconds, so that frequent callers cost the database nothing. A revocation takes
 * effect at once in every process: an entry is used only while the access epoch is unchanged, and nothing is cached
 * without Redis. Changes of a user by an import take effect within the two seconds.
 */
export function cacheSessions(sessions: SessionStore, accessEpoch: AccessEpoch): SessionStore {
  const cache = new LRUCache<string, { session: FoundSession; epoch: string }>({
    max: MAX_CACHED,
    ttl: CACHED_MS,
  });
  return {
    ...sessions,
    async find(hash, now) {
      // Read before the database, so that a revocation in between invalidates the new entry.
      const epoch = await accessEpoch.now();
      const cached = cache.get(hash);
      if (cached?.epoch === epoch && cached.session.token.expiresAt > now) return cached.session;
      const session = await sessions.find(hash, now);
      if (session && epoch !== null) cache.set(hash, { session, epoch });
      else cache.delete(hash);
      return session;
    },
    async revoke(hash, at, place) {
      const revoked = await sessions.revoke(hash, at, place);
      cache.delete(hash);
      if (revoked) await accessEpoch.change();
      return revoked;
    },
    async touch(hash, at) {
      const cached = cache.get(hash);
      if (cached) {
        const token = { ...cached.session.token, lastUsedAt: at };
        cache.set(hash, { ...cached, session: { ...cached.session, token } }, { noUpdateTTL: true });
      }
      await sessions.touch(hash, at);
    },
  };
}
