import { SYSTEM } from '../../../audit/domain/audit-entry.js';
import type { UserRecord } from '../../../access/models/user.js';
import type { KnownNetworks } from '../../../access/operations/users/judge-rights.js';
import { encryptText } from '../../../platform/values/encrypt.js';
import type { SignOnDeps } from '../../deps.js';
import { nextRefresh, nextTry, refreshTokenContext } from '../../domain/grant.js';
import type { SsoRights } from '../../domain/sso-settings.js';
import type { SsoGrantRecord } from '../../models/sso-grant.js';
import { askAgain } from './ask-again.js';
import { followRights } from '../sign-on/follow-rights.js';
import { isConfigured, type ConfiguredSso } from '../identity-providers.js';

/** How many grants one pass refreshes. */
const AT_ONCE = 200;
/** A try to follow the rights fails when a caller changes the user in between. */
const MAX_TRIES = 5;

/** The grants whose provider is to be asked now. */
export function dueGrants({ stores, now }: Pick<SignOnDeps, 'stores' | 'now'>): Promise<SsoGrantRecord[]> {
  return stores.ssoGrants.due(now(), AT_ONCE);
}

/**
 * Asks the provider of a user whether it may still sign in. Its sessions and tokens end when the provider refuses, gives it no
 * role any more, is not configured any more, or has not answered for a day.
 * @returns false: nothing is left to do at once
 */
export async function refreshGrant(
  deps: SignOnDeps,
  grant: SsoGrantRecord,
  knownNetworks: KnownNetworks,
): Promise<false> {
  const { stores, now } = deps;
  const { organisationId, _id: userId } = grant;
  const user = await stores.users.find({ organisationId, userId });
  if (!user || user.disabledAt || !(await stores.ssoGrants.isUsed(grant, now()))) {
    await stores.ssoGrants.remove(grant);
    return false;
  }
  const configured = await stores.ssoConfigurations.find(organisationId);
  const isSame = configured?.issuer === grant.issuer && configured.clientId === grant.clientId;
  if (!isSame || !isConfigured(configured)) return endAccess(deps, grant, 'not_configured');
  const answer = await askAgain(deps, configured, grant, user);
  if (answer.kind === 'refused') return endAccess(deps, grant, answer.reason);
  if (answer.kind === 'silent') return wait(deps, grant);
  await confirm(deps, grant, answer.refreshToken);
  if (answer.rights !== null) await follow(deps, configured, user, answer.rights, knownNetworks);
  return false;
}

/** Ends all sessions and tokens of a user, unless it has signed in again meanwhile. */
async function endAccess(
  { stores, now, accessEpoch }: SignOnDeps,
  grant: SsoGrantRecord,
  reason: string,
): Promise<false> {
  const { organisationId, _id: userId, issuer } = grant;
  const revoked = stores.credentials.revokeAll(
    { organisationId, userId },
    {
      author: SYSTEM,
      at: now(),
      after: { issuer, reason },
      accompany: async (session) => {
        if (!(await stores.ssoGrants.remove(grant, session))) throw new SignedInAgain();
      },
    },
  );
  await revoked.catch((error: unknown) => {
    if (!(error instanceof SignedInAgain)) throw error;
  });
  await accessEpoch.change();
  return false;
}

class SignedInAgain extends Error {
  override readonly name = 'SignedInAgain';
}

async function wait(deps: SignOnDeps, grant: SsoGrantRecord): Promise<false> {
  const dueAt = nextTry(grant.confirmedAt, deps.now());
  if (dueAt === null) return endAccess(deps, grant, 'unreachable');
  await deps.stores.ssoGrants.change(grant, { dueAt });
  return false;
}

async function confirm(
  { stores, env, now }: SignOnDeps,
  grant: SsoGrantRecord,
  renewed: string | null,
): Promise<void> {
  const at = now();
  const context = refreshTokenContext(grant._id);
  await stores.ssoGrants.change(grant, {
    ...(renewed === null ? {} : { refreshToken: encryptText(env.encryptionKeys, context, renewed) }),
    confirmedAt: at,
    dueAt: nextRefresh(at),
  });
}

async function follow(
  deps: SignOnDeps,
  configured: ConfiguredSso,
  read: UserRecord,
  rights: SsoRights,
  knownNetworks: KnownNetworks,
): Promise<void> {
  const { organisationId, _id: userId } = read;
  let user: UserRecord | null = read;
  for (let tries = 0; tries < MAX_TRIES && user !== null; tries += 1) {
    if ((await followRights(deps, configured, user, rights, knownNetworks)) !== null) return;
    user = await deps.stores.users.find({ organisationId, userId });
  }
}
