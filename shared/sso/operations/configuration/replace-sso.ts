import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongoose';
import { authorOf, type Caller } from '../../../access/domain/access.js';
import { findRecentSession } from '../../../access/operations/recent-sign-in.js';
import type { KnownNetworks } from '../../../access/operations/users/judge-rights.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { decryptText, encryptText, type EncryptedText } from '../../../platform/values/encrypt.js';
import { requireRevision } from '../../../platform/values/revision.js';
import type { SignOnDeps, SsoDeps } from '../../deps.js';
import { issuerFault } from '../../domain/issuer.js';
import { clientSecretContext, HIDDEN_SECRET, type SsoSettings } from '../../domain/sso-settings.js';
import type { SsoConfigurationRecord } from '../../models/sso-configuration.js';
import { ChangedMeanwhile, type ConfigurationChange } from '../../stores/sso-configuration-store.js';
import { changeDomains } from './change-domains.js';
import { judgeMapping } from './judge-mapping.js';
import { canRequire, judgeRequired } from './judge-required.js';
import { requireOf } from './require-sso.js';
import { readSso, requireSuperAdmin, settingsOf, type OwnSso, type ShownSso } from './sso-configuration.js';
import { ssoEntry } from './sso-entry.js';

export const MAX_TRIES = 10;

/** What a request sets. */
export interface GivenSso extends SsoSettings {
  /** `***` keeps the stored one, of the same issuer and client. */
  readonly clientSecret: string;
  readonly domains: readonly string[];
}

/** A caller with its session, and the revisions that it expects; null: any. */
export interface SsoRequest {
  readonly sessionHash: string;
  readonly revisions: readonly number[] | null;
}

/**
 * Lets the users of an organisation sign in by its identity provider, and looks up the domains that are not proven.
 * @throws AppError forbidden, recentSignInRequired, stateForbids, revisionChanged, settingsInvalid, domainTaken; overloaded
 * when all tries fail
 */
export async function replaceSso(
  deps: SignOnDeps,
  caller: Caller,
  given: GivenSso,
  { sessionHash, revisions }: SsoRequest,
  knownNetworks: KnownNetworks,
): Promise<OwnSso> {
  requireSuperAdmin(caller);
  const session = await findRecentSession(deps, sessionHash);
  const { stores, env, now, accessEpoch } = deps;
  if (env.publicUrl === null)
    throw new AppError('stateForbids', {
      text: 'Single sign-on needs PUBLIC_URL, which this service does not have',
    });
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { record, shown } = await readSso(deps, caller.organisationId);
    requireRevision(record, revisions);
    judgeIssuer(deps, given.issuer);
    await judgeRequired(deps, caller, session, shown.settings, given);
    const change = changeOf(deps, record, given);
    const granted = await judgeMapping(caller, given, knownNetworks);
    const taken = await stores.ssoDomains.takenOf(caller.organisationId, given.domains);
    if (taken.length > 0)
      throw new AppError('domainTaken', { text: `${taken.join(', ')}: another organisation has proven it` });
    const write = async (transaction: ClientSession): Promise<ShownSso | null> => {
      const isChanged = !isUnchanged(record, change, shown, given.domains);
      if (isChanged && !(await knownNetworks.hold(granted, transaction))) return null;
      const written = isChanged
        ? await stores.ssoConfigurations.replace(record, change, transaction)
        : record;
      if (written === null) return null;
      await requireOf(deps, shown, written, transaction);
      const domains = await changeDomains(deps, shown, given.domains, transaction);
      const { _id: organisationId, revision } = written;
      const after = { organisationId, settings: settingsOf(written), domains, revision };
      if (isChanged)
        await stores.audit.write([ssoEntry('replaced', shown, after, now(), authorOf(caller))], transaction);
      return after;
    };
    const replaced = await stores.transactUncounted(write).catch((error: unknown) => {
      if (error instanceof ChangedMeanwhile) return null;
      throw error;
    });
    if (replaced === null) continue;
    await accessEpoch.change();
    return { ...replaced, canRequire: canRequire(replaced.settings, session) };
  }
  throw new AppError('overloaded');
}

/** @throws AppError settingsInvalid */
function judgeIssuer({ env }: Pick<SsoDeps, 'env'>, issuer: string): void {
  const msg = issuerFault(issuer, env.webhookAllow);
  if (msg !== null) throw new AppError('settingsInvalid', { details: { errors: [{ path: 'issuer', msg }] } });
}

/** @throws AppError settingsInvalid when no secret is stored that could be kept */
function changeOf(
  { env: { encryptionKeys } }: Pick<SsoDeps, 'env'>,
  read: SsoConfigurationRecord,
  { clientSecret: secret, domains: _, roles, standard, ...given }: GivenSso,
): ConfigurationChange {
  const context = clientSecretContext(read._id);
  const { clientSecret: stored } = read;
  const isSameClient = read.issuer === given.issuer && read.clientId === given.clientId;
  // A stored secret is sent only to the provider that it is of.
  if (secret === HIDDEN_SECRET && (!stored || !isSameClient)) {
    const errors = [{ path: 'client_secret', msg: 'is required for a new issuer or client' }];
    throw new AppError('settingsInvalid', { details: { errors } });
  }
  const isKept =
    stored && (secret === HIDDEN_SECRET || secret === decryptText(encryptionKeys, context, stored));
  const clientSecret: EncryptedText = isKept ? stored : encryptText(encryptionKeys, context, secret);
  const mutable = <T extends { networks: SsoSettings['roles'][number]['networks'] }>(rights: T) => ({
    ...rights,
    networks: rights.networks && [...rights.networks],
  });
  return { ...given, clientSecret, roles: roles.map(mutable), standard: standard && mutable(standard) };
}

function isUnchanged(
  read: SsoConfigurationRecord,
  change: ConfigurationChange,
  { settings, domains }: ShownSso,
  listed: readonly string[],
): boolean {
  if (change.clientSecret?.iv !== read.clientSecret?.iv) return false;
  const next = settingsOf({ ...read, ...change });
  const names = domains.map(({ domain }) => domain);
  return isDeepStrictEqual(next, settings) && isDeepStrictEqual([...listed].toSorted(), names);
}
