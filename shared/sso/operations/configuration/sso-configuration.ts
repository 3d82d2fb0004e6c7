import type { Caller } from '../../../access/domain/access.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { SsoDeps } from '../../deps.js';
import type { SsoSettings } from '../../domain/sso-settings.js';
import type { SsoConfigurationRecord } from '../../models/sso-configuration.js';
import type { SsoDomainRecord } from '../../models/sso-domain.js';
import { canRequire } from './judge-required.js';

/** How the users of an organisation sign in by its identity provider; null: they do not. */
export interface ShownSso {
  readonly organisationId: number;
  readonly settings: SsoSettings | null;
  readonly domains: readonly SsoDomainRecord[];
  readonly revision: number;
}

/** The same for a caller. */
export interface OwnSso extends ShownSso {
  /** Whether the session of the caller may require single sign-on. */
  readonly canRequire: boolean;
}

/** @throws AppError forbidden */
export function requireSuperAdmin({ role }: Caller): void {
  if (role !== 'super_admin') throw new AppError('forbidden');
}

/** @throws AppError forbidden; unauthenticated when the session has ended meanwhile */
export async function showSso(
  { stores, now }: Pick<SsoDeps, 'stores' | 'now'>,
  caller: Caller,
  sessionHash: string,
): Promise<OwnSso> {
  requireSuperAdmin(caller);
  const session = await stores.sessions.find(sessionHash, now());
  if (session === null) throw new AppError('unauthenticated');
  const { shown } = await readSso({ stores }, caller.organisationId);
  return { ...shown, canRequire: canRequire(shown.settings, session) };
}

/** The single sign-on of an organisation, with its record; revision 0 where there has never been one. */
export async function readSso(
  { stores }: Pick<SsoDeps, 'stores'>,
  organisationId: number,
): Promise<{ readonly record: SsoConfigurationRecord; readonly shown: ShownSso }> {
  const found = await stores.ssoConfigurations.find(organisationId);
  const record = found ?? { _id: organisationId, revision: 0 };
  const domains = await stores.ssoDomains.list(organisationId);
  const { revision } = record;
  return { record, shown: { organisationId, settings: settingsOf(record), domains, revision } };
}

/** The settings in a record; null after they were removed. */
export function settingsOf(record: SsoConfigurationRecord): SsoSettings | null {
  const { issuer, clientId, claim, roles, standard, required, breakGlassId } = record;
  if (issuer === undefined || clientId === undefined) return null;
  return {
    issuer,
    clientId,
    claim: claim ?? null,
    roles: roles ?? [],
    standard: standard ?? null,
    required: required ?? false,
    breakGlassId: breakGlassId ?? null,
  };
}
