import type { ClientSession } from 'mongoose';
import type { AccessModels } from '../models/models.js';
import type { SignInChallengeRecord } from '../models/sign-in-challenge.js';
import { findAccount } from './find-account.js';
import type { Account } from './account.js';

const MAX_TRIES = 5;

/** Sign-ins that await a second factor. A challenge is found before its organisation is known, as a session is. */
export function createChallengeStore(models: AccessModels) {
  const { signInChallenges } = models;
  return {
    async create(challenge: SignInChallengeRecord): Promise<void> {
      await signInChallenges.create([challenge]);
    },
    /**
     * Counts a try of a challenge, and finds its account; null when the challenge has ended or had all of its tries, or was
     * given to another browser.
     */
    async attempt(
      hash: string,
      browserHash: string,
      now: Date,
    ): Promise<{ challenge: SignInChallengeRecord; account: Account } | null> {
      const challenge = await signInChallenges
        .findOneAndUpdate(
          { _id: hash, browserHash, expiresAt: { $gt: now }, tries: { $lt: MAX_TRIES } },
          { $inc: { tries: 1 } },
        )
        .lean();
      if (challenge === null) return null;
      const account = await findAccount(models, challenge);
      return account && { challenge, account };
    },
    /** Uses up a challenge; false when that has happened before. */
    async take({ _id }: SignInChallengeRecord, session: ClientSession): Promise<boolean> {
      return (await signInChallenges.deleteOne({ _id }, { session })).deletedCount === 1;
    },
  };
}
