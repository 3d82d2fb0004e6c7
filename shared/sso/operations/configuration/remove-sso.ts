import { authorOf, type Caller } from '../../../access/domain/access.js';
import { findRecentSession } from '../../../access/operations/recent-sign-in.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { requireRevision } from '../../../platform/values/revision.js';
import type { SignOnDeps } from '../../deps.js';
import { MAX_TRIES, type SsoRequest } from './replace-sso.js';
import { requireOf } from './require-sso.js';
import { readSso, requireSuperAdmin, type OwnSso } from './sso-configuration.js';
import { ssoEntry } from './sso-entry.js';

/**
 * Ends single sign-on, and gives up the domains. A worker invites the users who have no password. Removing none changes
 * nothing.
 * @throws AppError forbidden, recentSignInRequired, revisionChanged; stateForbids when no mail could give the caller a
 * password; overloaded when all tries fail
 */
export async function removeSso(
  deps: SignOnDeps,
  caller: Caller,
  { sessionHash, revisions }: SsoRequest,
): Promise<OwnSso> {
  requireSuperAdmin(caller);
  const { user } = await findRecentSession(deps, sessionHash);
  const { stores, env, now, accessEpoch } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { record, shown } = await readSso(deps, caller.organisationId);
    requireRevision(record, revisions);
    if (shown.settings === null) return { ...shown, canRequire: false };
    if (env.smtp === null && user.passwordHash === null)
      throw new AppError('stateForbids', { text: 'Set a password first: this service sends no mails' });
    const removed = await stores.transactUncounted(async (session) => {
      const written = await stores.ssoConfigurations.replace(record, { invitesAfter: 0 }, session);
      if (written === null) return null;
      const { organisationId } = caller;
      await requireOf(deps, shown, written, session);
      const names = shown.domains.map(({ domain }) => domain);
      await stores.ssoDomains.remove(organisationId, names, session);
      const after = { organisationId, settings: null, domains: [], revision: written.revision };
      await stores.audit.write([ssoEntry('removed', shown, after, now(), authorOf(caller))], session);
      return after;
    });
    if (removed === null) continue;
    await accessEpoch.change();
    return { ...removed, canRequire: false };
  }
  throw new AppError('overloaded');
}
