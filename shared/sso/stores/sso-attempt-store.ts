import type { SsoAttemptRecord } from '../models/sso-attempt.js';
import type { SsoModels } from '../models/models.js';

/** What a browser brings back from a provider, hashed. */
export interface ReturnedAttempt {
  readonly hash: string;
  readonly browserHash: string;
  readonly organisationId: number;
}

/** Sign-ins that identity providers have been asked for. */
export function createSsoAttemptStore({ ssoAttempts }: SsoModels) {
  return {
    async create(attempt: SsoAttemptRecord): Promise<void> {
      await ssoAttempts.create([attempt]);
    },
    /** Takes an attempt once; null when it has ended, or is of another browser or organisation, which leaves it as it is. */
    async take(
      { hash, browserHash, organisationId }: ReturnedAttempt,
      now: Date,
    ): Promise<SsoAttemptRecord | null> {
      return ssoAttempts
        .findOneAndDelete({ _id: hash, browserHash, organisationId, expiresAt: { $gt: now } })
        .lean();
    },
  };
}
