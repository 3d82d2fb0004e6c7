import type { Schema } from '../api/answer';
import { newRights, rightsToRequest, rightsValuesOf, type RightsValues } from '../users/rights-fields';

export type Sso = Schema<'SsoAnswer'>['data']['sso'];
export type SsoDomain = Schema<'SsoDomain'>;

/** A value of the claim and the rights that it gives, as the form holds them. */
export interface RoleValues extends RightsValues {
  readonly value: string;
}

/** Single sign-on as the form holds it. */
export interface SsoValues {
  readonly issuer: string;
  readonly client_id: string;
  /** Empty: as it is stored. */
  readonly client_secret: string;
  /** One on each line. */
  readonly domains: string;
  readonly claim: string;
  readonly roles: readonly RoleValues[];
  readonly others: 'refused' | 'admitted';
  /** The rights of others who are admitted. */
  readonly default: RightsValues;
  readonly required: boolean;
  readonly break_glass: string;
}

export const SSO_LABELS = {
  issuer: 'Issuer',
  client_id: 'Client id',
  client_secret: 'Client secret',
  domains: 'Domains',
  claim: 'Claim',
  roles: 'Rights by claim',
  others: 'Other users',
  default: 'Rights of other users',
  required: 'Require single sign-on',
  break_glass: 'User for emergencies',
} as const;

/** Sent as the secret, keeps the stored one. */
const KEPT_SECRET = '***';

export const domainLines = (domains: readonly SsoDomain[]): string =>
  domains.map(({ domain }) => domain).join('\n');

/** @param tier of the signed-in user */
export function ssoValuesOf(sso: Sso, tier: number): SsoValues {
  return {
    issuer: sso.issuer ?? '',
    client_id: sso.client_id ?? '',
    client_secret: '',
    domains: domainLines(sso.domains),
    claim: sso.claim ?? '',
    roles: sso.roles.map(({ value, ...rights }) => ({ value, ...rightsValuesOf(rights) })),
    others: sso.default === null ? 'refused' : 'admitted',
    default: sso.default === null ? newRights(tier) : rightsValuesOf(sso.default),
    required: sso.required,
    break_glass: sso.break_glass === null ? '' : String(sso.break_glass),
  };
}

/** The body of a request. */
export function ssoBodyOf({ others, default: rights, break_glass: breakGlass, ...values }: SsoValues) {
  const { issuer, client_id, client_secret: secret, domains, claim, roles, required } = values;
  return {
    issuer,
    client_id,
    client_secret: secret === '' ? KEPT_SECRET : secret,
    domains: domains.split(/[\s,;]+/).filter((domain) => domain !== ''),
    claim: claim.trim() === '' ? null : claim,
    roles: roles.map(({ value, ...row }) => ({ value, ...rightsToRequest(row) })),
    default: others === 'refused' ? null : rightsToRequest(rights),
    required,
    break_glass: breakGlass === '' ? null : Number(breakGlass),
  };
}
