import type { ClientSession } from 'mongoose';
import { BATCH, isDuplicateKey, ONE_ANSWER } from '../../platform/mongo/batches.js';
import { replaceTexts, type ReplacedText } from '../../platform/mongo/reencrypt.js';
import type { SsoModels } from '../models/models.js';
import type { SsoConfigurationRecord } from '../models/sso-configuration.js';

/** All of a configuration but its place. */
export type ConfigurationChange = Omit<SsoConfigurationRecord, '_id' | 'revision'>;

/** An organisation, and the id after which its users are still to be invited. */
export interface InvitingOrganisation {
  readonly organisationId: number;
  readonly invitesAfter: number;
}

/** The secret of an organisation. */
export type SealedSecret = Pick<SsoConfigurationRecord, '_id' | 'clientSecret'>;

/** Another request has made the configuration. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

export function createSsoConfigurationStore({ ssoConfigurations }: SsoModels) {
  return {
    async find(organisationId: number): Promise<SsoConfigurationRecord | null> {
      return ssoConfigurations.findOne({ _id: organisationId }).lean();
    },
    /**
     * Replaces a configuration that has not changed since it was read; null when it has. Without fields, it is removed.
     * @throws ChangedMeanwhile when another request has made it, which ends the transaction
     */
    async replace(
      { _id, revision }: Pick<SsoConfigurationRecord, '_id' | 'revision'>,
      change: ConfigurationChange,
      session: ClientSession,
    ): Promise<SsoConfigurationRecord | null> {
      const next = { _id, revision: revision + 1, ...change };
      if (revision > 0) {
        const { matchedCount } = await ssoConfigurations.replaceOne({ _id, revision }, next, { session });
        return matchedCount === 1 ? next : null;
      }
      try {
        await ssoConfigurations.create([next], { session });
        return next;
      } catch (error) {
        throw isDuplicateKey(error) ? new ChangedMeanwhile() : error;
      }
    },
    /** Organisations whose users are still to be invited after single sign-on was removed. */
    async inviting(limit: number): Promise<InvitingOrganisation[]> {
      const found = await ssoConfigurations
        .find({ invitesAfter: { $exists: true } }, { invitesAfter: 1 })
        .hint('inviting')
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
      return found.map(({ _id, invitesAfter = 0 }) => ({ organisationId: _id, invitesAfter }));
    },
    /** Records up to which user an organisation has invited, null for all; false when another worker has. */
    async invited(
      { organisationId: _id, invitesAfter }: InvitingOrganisation,
      upTo: number | null,
      session: ClientSession,
    ): Promise<boolean> {
      const update =
        upTo === null ? { $unset: { invitesAfter: 1 as const } } : { $set: { invitesAfter: upTo } };
      const { matchedCount } = await ssoConfigurations.updateOne({ _id, invitesAfter }, update, { session });
      return matchedCount === 1;
    },
    /** At most 1,000 secrets of the installation, by organisation. Key rotation has no caller, and therefore no scope. */
    async secretsAfter(organisationId: number): Promise<SealedSecret[]> {
      return ssoConfigurations
        .find({ _id: { $gt: organisationId } }, { clientSecret: 1 })
        .sort({ _id: 1 })
        .limit(BATCH)
        .batchSize(ONE_ANSWER)
        .lean();
    },
    /** Replaces each secret that is as it was read. @returns how many were replaced */
    replaceSecrets: (texts: readonly ReplacedText[]): Promise<number> =>
      replaceTexts(ssoConfigurations, texts),
  };
}
