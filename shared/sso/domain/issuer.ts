import type { Network } from '../../platform/values/networks.js';
import { refuseUrl, targetOf } from '../../platform/values/url-target.js';

/** Tenants of Entra ID that represent all organisations: anyone could sign in by them. */
const SHARED_TENANTS: ReadonlySet<string> = new Set(['common', 'organizations', 'consumers']);
const ENTRA = /^https:\/\/login\.(microsoftonline\.com|microsoftonline\.us|partner\.microsoftonline\.cn)\//;
const GOOGLE = 'https://accounts.google.com';

/**
 * Why an issuer cannot be the identity provider of an organisation; null when it can.
 * @param allowed networks that are reached although they are not public, and without TLS
 */
export function issuerFault(issuer: string, allowed: readonly Network[]): string | null {
  const target = targetOf(issuer);
  if (target === null) return 'must be an https URL';
  const { url } = target;
  if (url.search !== '' || url.hash !== '') return 'must have no query and no fragment';
  const refusal = refuseUrl(target, allowed);
  if (refusal === 'address') return 'must not be at an address that is not public';
  if (refusal !== null) return 'must be an https URL without a user';
  const [, tenant = ''] = url.pathname.split('/');
  if (SHARED_TENANTS.has(tenant.toLowerCase())) return 'must be that of your own tenant';
  return null;
}

/** Whether the provider is Entra ID. */
export function isEntra(issuer: string): boolean {
  return ENTRA.test(issuer);
}

/** Whether the provider has accounts of every domain, and says in `hd` which one manages an account. */
export function needsHostedDomain(issuer: string): boolean {
  return issuer.replace(/\/$/, '') === GOOGLE;
}
