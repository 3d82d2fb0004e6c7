import { authorOf, type Caller } from '../../access/domain/access.js';
import { requireRecentSignIn } from '../../access/operations/recent-sign-in.js';
import { AppError } from '../../platform/errors/app-error.js';
import { requireRevision } from '../../platform/values/revision.js';
import type { SsoDeps } from '../deps.js';
import { MAX_TRIES, type SsoRequest } from './replace-sso.js';
import { readSso, requireSuperAdmin, type ShownSso } from './sso-configuration.js';
import { ssoEntry } from './sso-entry.js';

/**
 * Ends single sign-on, and gives up the domains. Removing none changes nothing.
 * @throws AppError forbidden, recentSignInRequired, revisionChanged; overloaded when all tries fail
 */
export async function removeSso(
  deps: SsoDeps,
  caller: Caller,
  { sessionHash, revisions }: SsoRequest,
): Promise<ShownSso> {
  requireSuperAdmin(caller);
  await requireRecentSignIn(deps, sessionHash);
  const { stores, now } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { record, shown } = await readSso(deps, caller.organisationId);
    requireRevision(record, revisions);
    if (shown.settings === null) return shown;
    const removed = await stores.transactUncounted(async (session) => {
      const written = await stores.ssoConfigurations.replace(record, {}, session);
      if (written === null) return null;
      const { organisationId } = caller;
      const names = shown.domains.map(({ domain }) => domain);
      await stores.ssoDomains.remove(organisationId, names, session);
      const after = { organisationId, settings: null, domains: [], revision: written.revision };
      await stores.audit.write([ssoEntry('removed', shown, after, now(), authorOf(caller))], session);
      return after;
    });
    if (removed !== null) return removed;
  }
  throw new AppError('overloaded');
}
