import type { NetworkGrant, Role } from '../../access/domain/access.js';

/** What a user who signs in by the identity provider may do. */
export interface SsoRights {
  readonly role: Role;
  readonly tier: 1 | 2;
  /** Null for all networks of the organisation. */
  readonly networks: readonly NetworkGrant[] | null;
  readonly manageInventory: boolean;
}

/** A value of the claim, and the rights that it gives. */
export interface SsoRole extends SsoRights {
  readonly value: string;
}

/** How the users of an organisation sign in by its identity provider, without the secret. */
export interface SsoSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** The path of the claim that gives rights, such as `realm_access.roles`; null: none does. */
  readonly claim: string | null;
  /** The first one whose value the claim has gives the rights. */
  readonly roles: readonly SsoRole[];
  /** The rights of users whose claim has none of the values; null refuses them. */
  readonly standard: SsoRights | null;
  /** Whether users sign in by the provider alone. */
  readonly required: boolean;
  /** The super admin who may use a password all the same, with a second factor; null: none. */
  readonly breakGlassId: number | null;
}

/** Shows that a secret is stored; sent back, it stays as it is. */
export const HIDDEN_SECRET = '***';

/** The field in which the secret of an organisation is stored, to which its encryption is bound. */
export function clientSecretContext(organisationId: number): string {
  return `sso_configurations:${organisationId}:client_secret`;
}

/** Where an identity provider says that a person has signed out there. */
export function logoutUri(publicUrl: string, organisationId: number): string {
  return `${publicUrl}/sso/${organisationId}/backchannel_logout`;
}

/** Where an identity provider sends a browser back to: one URL for each organisation. */
export function redirectUri(publicUrl: string, organisationId: number): string {
  return `${publicUrl}/sso/${organisationId}/callback`;
}
