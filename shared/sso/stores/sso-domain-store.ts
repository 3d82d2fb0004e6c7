import type { ClientSession } from 'mongoose';
import { AppError } from '../../platform/errors/app-error.js';
import { isDuplicateKey } from '../../platform/mongo/batches.js';
import { MAX_DOMAINS, type DomainJudgement } from '../domain/domains.js';
import type { SsoDomainRecord } from '../models/sso-domain.js';
import type { SsoModels } from '../models/models.js';

export function createSsoDomainStore({ ssoDomains }: SsoModels) {
  return {
    /** The domains of an organisation, by name. */
    async list(organisationId: number, session: ClientSession | null = null): Promise<SsoDomainRecord[]> {
      return ssoDomains
        .find({ organisationId }, {}, { session })
        .sort({ domain: 1 })
        .hint('organisation')
        .limit(MAX_DOMAINS)
        .batchSize(MAX_DOMAINS + 1)
        .lean();
    },
    /** The organisation that has proven a domain. Read before the organisation of a sign-in is known. */
    async ownerOf(domain: string): Promise<number | null> {
      const found = await ssoDomains
        .findOne({ provenDomain: domain }, { organisationId: 1 })
        .hint('proven')
        .lean();
      return found?.organisationId ?? null;
    },
    /** Whether an organisation has proven a domain. */
    async isProven(organisationId: number, domain: string): Promise<boolean> {
      const found = await ssoDomains
        .findOne({ provenDomain: domain, organisationId }, { _id: 1 })
        .hint('proven')
        .lean();
      return found !== null;
    },
    /** Those of these domains that other organisations have proven. */
    async takenOf(organisationId: number, domains: readonly string[]): Promise<string[]> {
      if (domains.length === 0) return [];
      const taken = await ssoDomains
        .find({ provenDomain: { $in: [...domains] }, organisationId: { $ne: organisationId } }, { domain: 1 })
        .hint('proven')
        .limit(MAX_DOMAINS)
        .batchSize(MAX_DOMAINS + 1)
        .lean();
      return taken.map(({ domain }) => domain);
    },
    /** Adds domains. */
    async add(records: readonly SsoDomainRecord[], session: ClientSession): Promise<void> {
      if (records.length > 0) await ssoDomains.insertMany([...records], { session });
    },
    /** Removes domains of an organisation. */
    async remove(organisationId: number, domains: readonly string[], session: ClientSession): Promise<void> {
      if (domains.length === 0) return;
      await ssoDomains.deleteMany({ organisationId, domain: { $in: [...domains] } }, { session });
    },
    /** Has the domains that are not proven looked up at once. */
    async checkNow(organisationId: number, now: Date, session: ClientSession): Promise<void> {
      await ssoDomains.updateMany(
        { organisationId, provenDomain: null },
        { $set: { listedAt: now, checkAt: now } },
        { session },
      );
    },
    /** Domains of all organisations to look up, the longest due first. */
    async due(now: Date, limit: number): Promise<SsoDomainRecord[]> {
      return ssoDomains
        .find({ checkAt: { $lte: now } })
        .sort({ checkAt: 1 })
        .hint('check')
        .limit(limit)
        .batchSize(limit + 1)
        .lean();
    },
    /**
     * Records what a look-up has found of a domain that has not changed since it was read; false when it has.
     * @throws AppError domainTaken when another organisation has proven the domain
     */
    async record(
      { _id, organisationId, domain, token, checkAt }: SsoDomainRecord,
      { isProven, checkAt: next, ...judged }: DomainJudgement,
      session: ClientSession,
    ): Promise<boolean> {
      const asRead = { _id, organisationId, token, checkAt: checkAt ?? null };
      const times = { ...judged, checkAt: next };
      const update = isProven
        ? { $set: { ...times, provenBy: 'dns' as const, provenDomain: domain } }
        : { $set: times, $unset: { provenBy: 1 as const, provenDomain: 1 as const } };
      return (
        (await uniquelyProven(ssoDomains.updateOne(asRead, update, { session }).exec())).matchedCount === 1
      );
    },
    /** Has a domain looked up at a later time. */
    async postpone({ _id, organisationId, checkAt }: SsoDomainRecord, next: Date): Promise<void> {
      await ssoDomains.updateOne(
        { _id, organisationId, checkAt: checkAt ?? null },
        { $set: { checkAt: next } },
      );
    },
    /**
     * Proves a domain for the command line, which is not looked up any more; false when the organisation does not list it.
     * @throws AppError domainTaken when another organisation has proven the domain
     */
    async prove(
      organisationId: number,
      domain: string,
      provenAt: Date,
      session: ClientSession,
    ): Promise<boolean> {
      const proven = ssoDomains.updateOne(
        { _id: domainId(organisationId, domain), organisationId },
        { $set: { provenBy: 'command_line', provenDomain: domain, provenAt }, $unset: { checkAt: 1 } },
        { session },
      );
      return (await uniquelyProven(proven.exec())).matchedCount === 1;
    },
  };
}

/** Writes a proof under the unique index. @throws AppError domainTaken */
async function uniquelyProven<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isDuplicateKey(error) ? new AppError('domainTaken') : error;
  }
}

export function domainId(organisationId: number, domain: string): string {
  return `${organisationId}:${domain}`;
}
