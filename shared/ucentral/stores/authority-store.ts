import type { ClientSession } from 'mongoose';
import { isDuplicateKey } from '../../platform/mongo/batches.js';
import { MAX_AUTHORITIES, type AuthorityCertificate } from '../domain/authority.js';
import type { UcentralModels } from '../models/models.js';
import type { UcentralAuthorityRecord, UcentralTrustRecord } from '../models/ucentral-authority.js';

/** The authority of an organisation. */
export interface OwnedAuthority {
  readonly organisationId: number;
  readonly certificate: string;
  readonly keyHash: string;
  readonly nameHash: string;
  readonly validTo: Date;
}

export function createAuthorityStore({ ucentralAuthorities, ucentralTrust }: UcentralModels) {
  return {
    async find(organisationId: number): Promise<UcentralAuthorityRecord | null> {
      return ucentralAuthorities.findOne({ _id: organisationId }).lean();
    },

    /**
     * Writes the authority of an organisation, or removes it, unless it has been changed since it was read.
     * @returns null when it has been changed, `taken` when another organisation has the key or the name
     */
    async change(
      { _id, revision }: Pick<UcentralAuthorityRecord, '_id' | 'revision'>,
      authority: AuthorityCertificate | null,
      session: ClientSession,
    ): Promise<UcentralAuthorityRecord | 'taken' | null> {
      const next = { _id, revision: revision + 1, ...authority };
      try {
        if (revision === 0) {
          await ucentralAuthorities.create([next], { session });
          return next;
        }
        const replaced = await ucentralAuthorities.replaceOne({ _id, revision }, next, { session });
        return replaced.matchedCount === 1 ? next : null;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return isOfId(error) ? null : 'taken';
      }
    },

    /** Makes the record that all changes of authorities write. */
    async prepareTrust(): Promise<void> {
      await ucentralTrust
        .updateOne({ _id: TRUST }, { $setOnInsert: NO_TRUST }, { upsert: true })
        .catch((error: unknown) => {
          // Another process has made it.
          if (!isDuplicateKey(error)) throw error;
        });
    },

    /**
     * Counts a change, so that gateways read the authorities again, and keeps concurrent ones apart.
     * @returns null when there are as many authorities as there may be
     */
    async countChange(added: -1 | 0 | 1, session: ClientSession): Promise<UcentralTrustRecord | null> {
      const withRoom = added === 1 ? { count: { $lt: MAX_AUTHORITIES } } : {};
      return ucentralTrust
        .findOneAndUpdate(
          { _id: TRUST, ...withRoom },
          { $inc: { changes: 1, count: added } },
          { session, returnDocument: 'after' },
        )
        .lean();
    },

    /** How often authorities have changed. */
    async changes(): Promise<number> {
      const found = await ucentralTrust.findOne({ _id: TRUST }, { changes: 1 }).lean();
      return found?.changes ?? 0;
    },

    /** Says which keys and names the installation's own authorities have. */
    async keepInstallation(keyHashes: readonly string[], nameHashes: readonly string[]): Promise<void> {
      const own = { keyHashes: [...keyHashes], nameHashes: [...nameHashes] };
      const update = { $set: own, $setOnInsert: { changes: 0, count: 0 } };
      await ucentralTrust.updateOne({ _id: TRUST }, update, { upsert: true });
    },

    /** The authorities of all organisations. */
    async all(): Promise<OwnedAuthority[]> {
      const found = await ucentralAuthorities
        .find({ keyHash: { $exists: true } }, { certificate: 1, keyHash: 1, nameHash: 1, validTo: 1 })
        .hint('key')
        .limit(MAX_AUTHORITIES)
        .batchSize(MAX_AUTHORITIES + 1)
        .lean<(Omit<OwnedAuthority, 'organisationId'> & { _id: number })[]>();
      return found.map(({ _id: organisationId, ...authority }) => ({ organisationId, ...authority }));
    },
  };
}

const TRUST = 'ucentral';
const NO_TRUST = { changes: 0, count: 0, keyHashes: [], nameHashes: [] };

/** Whether a concurrent request has made the record, rather than another organisation having the key or name. */
function isOfId(error: unknown): boolean {
  const { keyPattern = {} } = error as { keyPattern?: Readonly<Record<string, unknown>> };
  return '_id' in keyPattern;
}
