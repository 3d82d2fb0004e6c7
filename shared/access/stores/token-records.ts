import type { ClientSession, QueryFilter } from 'mongoose';
import type { Author } from '../../audit/domain/audit-entry.js';
import { writeEntries } from '../../audit/stores/write-entries.js';
import { AppError } from '../../platform/errors/app-error.js';
import { publicTokenId } from '../../platform/values/secrets.js';
import { accountEntry } from '../domain/account-entry.js';
import { MAX_TOKENS } from '../domain/user-fields.js';
import type { AccessTokenRecord } from '../models/access-token.js';
import type { AccessModels } from '../models/models.js';

/** Tokens written by versions without generations have none. */
export function ofGeneration(generation: number) {
  return { generation: generation === 0 ? { $in: [0, null] } : generation };
}

/**
 * Checks that a holder may have one more token. The answer holds until the transaction ends: of two that check, the later
 * one is repeated.
 * @throws AppError tooManyOpen
 */
export async function requireRoom(
  { accessTokens, users, operators }: AccessModels,
  { organisationId, userId, generation = 0, createdAt }: AccessTokenRecord,
  session: ClientSession,
): Promise<void> {
  const counted = { $inc: { tokenRevision: 1 } };
  if (organisationId === null) await operators.updateOne({ _id: userId }, counted, { session });
  else await users.updateOne({ _id: userId, organisationId }, counted, { session });
  const valid = { ...ofGeneration(generation), expiresAt: { $gt: createdAt } };
  const held = { organisationId, userId, kind: 'token' as const, ...valid };
  if ((await accessTokens.countDocuments(held as never, { session, limit: MAX_TOKENS })) < MAX_TOKENS) return;
  throw new AppError('tooManyOpen', {
    text: `The user has ${MAX_TOKENS} access tokens, which is the most; revoke one`,
  });
}

/**
 * Checks that the token that another one is made with has not been revoked, nor is until the transaction ends.
 * @throws AppError unauthenticated
 */
export async function requireParent(
  { accessTokens }: AccessModels,
  { organisationId, userId, parentIds: [parent] = [] }: AccessTokenRecord,
  session: ClientSession,
): Promise<void> {
  if (parent === undefined) return;
  const named = { organisationId, userId, publicId: parent };
  const { matchedCount } = await accessTokens.updateOne(named, { $inc: { childRevision: 1 } }, { session });
  if (matchedCount === 0) throw new AppError('unauthenticated');
}

/** Deletes the browser sessions of an account, but for the one with this hash; null for all. */
export async function deleteSessions(
  { accessTokens }: AccessModels,
  { userId, organisationId }: Pick<AccessTokenRecord, 'userId' | 'organisationId'>,
  keeps: string | null,
  session: ClientSession,
): Promise<void> {
  const others = keeps === null ? {} : { _id: { $ne: keeps } };
  await accessTokens.deleteMany({ userId, organisationId, kind: 'session', ...others }, { session });
}

/**
 * Deletes a token or session, and all tokens that were made with it, each with an entry of the audit log.
 * @param authorOf who does it, given the holder
 * @returns whether it existed
 */
export async function endToken(
  models: AccessModels,
  named: QueryFilter<AccessTokenRecord>,
  { at, authorOf }: { readonly at: Date; readonly authorOf: (ended: AccessTokenRecord) => Author },
  session: ClientSession,
): Promise<boolean> {
  const { accessTokens } = models;
  const ended = await accessTokens.findOneAndDelete(named, { session }).lean();
  if (ended === null) return false;
  const made = await endMadeWith(models, ended, session);
  const entries = [ended, ...made].map(({ _id, kind, name, organisationId, userId }) => {
    const before = { id: publicTokenId(_id), kind, name: name ?? null };
    return accountEntry({ organisationId, userId }, 'token.revoked', authorOf(ended), { at, before });
  });
  await writeEntries(models, entries, session);
  return true;
}

/** No token ends with a session. */
async function endMadeWith(
  { accessTokens }: AccessModels,
  { _id, kind, organisationId, userId }: AccessTokenRecord,
  session: ClientSession,
): Promise<AccessTokenRecord[]> {
  if (kind === 'session') return [];
  const made = { organisationId, userId, parentIds: publicTokenId(_id) };
  // A user has about as many tokens as it may have, so that they need no pages.
  const found = await accessTokens.find(made, {}, { session }).lean();
  if (found.length > 0) await accessTokens.deleteMany(made, { session });
  return found;
}
