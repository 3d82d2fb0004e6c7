import type { ClientSession } from 'mongoose';
import type { AccessModels } from '../models/models.js';
import type { SignInChallengeRecord } from '../models/sign-in-challenge.js';
import { findAccount, type AccountId } from './find-account.js';
import type { Account } from './account.js';

const MAX_TRIES = 5;

/** Sign-ins that await a second factor or a passkey. A challenge is found before its organisation is known, as a session is. */
export function createChallengeStore(models: AccessModels) {
  const { signInChallenges } = models;
  return {
    async create(challenge: SignInChallengeRecord): Promise<void> {
      await signInChallenges.create([challenge]);
    },
    /**
     * Counts a try of a challenge, and finds its account; null when the challenge has ended or had all of its tries, or was
     * given to another browser.
     * @param named the account of a challenge that is of none itself
     */
    async attempt(
      hash: string,
      browserHash: string,
      now: Date,
      named: AccountId | null,
    ): Promise<{ challenge: SignInChallengeRecord; account: Account | null } | null> {
      const challenge = await signInChallenges
        .findOneAndUpdate(
          { _id: hash, browserHash, expiresAt: { $gt: now }, tries: { $lt: MAX_TRIES } },
          { $inc: { tries: 1 } },
        )
        .lean();
      if (challenge === null) return null;
      const { userId, organisationId } = challenge;
      const holder = userId === null ? named : { userId, organisationId };
      return { challenge, account: holder && (await findAccount(models, holder)) };
    },
    /** Uses up a challenge; false when that has happened before. */
    async take({ _id }: SignInChallengeRecord, session: ClientSession): Promise<boolean> {
      return (await signInChallenges.deleteOne({ _id }, { session })).deletedCount === 1;
    },
  };
}
