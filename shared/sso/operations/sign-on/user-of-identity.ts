import type { Place } from '../../../access/domain/place.js';
import type { UserRecord } from '../../../access/models/user.js';
import type { KnownNetworks } from '../../../access/operations/users/judge-rights.js';
import { isUser } from '../../../access/stores/account.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { SignOnDeps } from '../../deps.js';
import { domainOf } from '../../domain/domains.js';
import { needsHostedDomain } from '../../domain/issuer.js';
import { SsoRefused } from '../../domain/refusals.js';
import { LinkedMeanwhile } from '../../stores/sso-user-store.js';
import type { ConfiguredSso } from '../identity-providers.js';
import { createSsoUser } from './create-sso-user.js';
import { followRights } from './follow-rights.js';
import { linkUser } from './link-user.js';
import type { Identity } from './read-identity.js';

/** A try fails when another request changes the user, or makes it, in between. */
const MAX_TRIES = 5;

/**
 * The user of an identity: the one that is linked to it; else the one with its email, which is linked once; else a new one.
 * @throws SsoRefused; AppError overloaded when all tries fail
 */
export async function userOfIdentity(
  deps: SignOnDeps,
  configured: ConfiguredSso,
  identity: Identity,
  knownNetworks: KnownNetworks,
  place: Place,
): Promise<UserRecord> {
  await judgeHost(deps, configured, identity);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const user = await once(deps, configured, identity, knownNetworks, place).catch((error: unknown) => {
      if (isCollision(error)) return null;
      throw error;
    });
    if (user !== null) return user;
  }
  throw new AppError('overloaded');
}

/** Null when another request has changed the user in between. */
async function once(
  deps: SignOnDeps,
  configured: ConfiguredSso,
  identity: Identity,
  knownNetworks: KnownNetworks,
  place: Place,
): Promise<UserRecord | null> {
  const { stores } = deps;
  const organisationId = configured._id;
  const linked = await stores.ssoUsers.find(organisationId, identity.link);
  if (linked?.disabledAt) throw new SsoRefused('disabled');
  if (identity.rights === null) throw new SsoRefused('without_role');
  if (linked !== null) return followRights(deps, configured, linked, identity.rights, knownNetworks);
  if (identity.email === null) throw new SsoRefused('without_email');
  const held = await stores.sessions.findByEmail(identity.email);
  if (held && (!isUser(held) || held.organisationId !== organisationId))
    throw new SsoRefused('other_organisation');
  if (!(await isProven(deps, organisationId, identity.email))) throw new SsoRefused('domain_not_proven');
  if (held === null) return createSsoUser(deps, organisationId, identity, knownNetworks);
  if (held.disabledAt) throw new SsoRefused('disabled');
  // A link to the provider that was configured before counts no more.
  if (held.sso?.issuer === identity.link.issuer) throw new SsoRefused('other_identity');
  if (identity.isEmailVerified !== true) throw new SsoRefused('email_not_verified');
  const user = await linkUser(deps, held, identity.link, place);
  return user && followRights(deps, configured, user, identity.rights, knownNetworks);
}

async function isProven(
  { stores }: Pick<SignOnDeps, 'stores'>,
  organisationId: number,
  email: string,
): Promise<boolean> {
  const domain = domainOf(email);
  return domain !== null && stores.ssoDomains.isProven(organisationId, domain);
}

/** At a provider of all domains, an account is of the organisation that manages it. @throws SsoRefused */
async function judgeHost(
  { stores }: Pick<SignOnDeps, 'stores'>,
  { _id, issuer }: ConfiguredSso,
  { hostedDomain }: Identity,
): Promise<void> {
  if (!needsHostedDomain(issuer)) return;
  if (hostedDomain === null || !(await stores.ssoDomains.isProven(_id, hostedDomain)))
    throw new SsoRefused('hosted_elsewhere');
}

/** Whether another request has made the account or the link meanwhile, which the next try finds. */
function isCollision(error: unknown): boolean {
  if (error instanceof LinkedMeanwhile) return true;
  return error instanceof AppError && error.refusal === 'settingsInvalid';
}
