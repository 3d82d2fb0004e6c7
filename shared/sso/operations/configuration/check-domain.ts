import { newEntry, SYSTEM } from '../../../audit/domain/audit-entry.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { SsoDeps } from '../../deps.js';
import { judgeDomain, proofOf } from '../../domain/domains.js';
import type { SsoDomainRecord } from '../../models/sso-domain.js';

/** How many domains one pass looks up. */
const AT_ONCE = 100;

/** The domains to look up now. */
export function dueDomains({ stores, now }: SsoDeps): Promise<SsoDomainRecord[]> {
  return stores.ssoDomains.due(now(), AT_ONCE);
}

/** Looks up the record of a domain, and proves the domain or ends the proof. @returns false: nothing is left to do at once */
export async function checkDomain(deps: SsoDeps, read: SsoDomainRecord): Promise<false> {
  const { stores, now } = deps;
  const at = now();
  const isSeen = await sees(deps, read);
  const judged = judgeDomain(read, isSeen, at);
  const wasProven = read.provenDomain !== undefined;
  const { organisationId, domain } = read;
  const written = stores.transactUncounted(async (session) => {
    if (!(await stores.ssoDomains.record(read, judged, session)) || judged.isProven === wasProven) return;
    const action = judged.isProven ? 'sso_domain.proven' : 'sso_domain.lost';
    const change = { organisationId, at, action, subject: `organisation:${organisationId}` };
    await stores.audit.write([newEntry({ ...change, after: { domain } }, SYSTEM)], session);
  });
  await written.catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.refusal !== 'domainTaken') throw error;
    // This organisation gets the domain when the other one gives it up.
    await stores.ssoDomains.postpone(read, judged.checkAt);
  });
  return false;
}

/** Name servers that do not answer count as an absent record: a proof outlives a week of them. */
async function sees({ texts, log }: Pick<SsoDeps, 'texts' | 'log'>, read: SsoDomainRecord): Promise<boolean> {
  const { name, text } = proofOf(read);
  try {
    return (await texts.textsOf(name)).includes(text);
  } catch (error) {
    log.warn({ err: error, domain: read.domain }, 'The record of a domain was not looked up');
    return false;
  }
}
