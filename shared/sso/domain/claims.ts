import type { SsoRights, SsoSettings } from './sso-settings.js';

/** The claims of an ID token or of a userinfo response. */
export type Claims = Readonly<Record<string, unknown>>;

/** The value of a claim: of one with this name, or at a path such as `realm_access.roles`; undefined without one. */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Claims)[name];
  }
  return value;
}

/** The texts of a claim, which is a text or a list of them. */
function textsOf(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each) => typeof each === 'string');
}

/** Whether Entra ID has left out the groups of a user who is in too many. */
export function hasOverage(claims: Claims, path: string): boolean {
  const elsewhere = claims['_claim_names'];
  const isNamed = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, path);
  return isNamed || (path === 'groups' && claims['hasgroups'] === true);
}

/** The rights that the value of a claim gives: those of the first role whose value it has; null for none. */
export function rightsOf(
  { roles, standard }: Pick<SsoSettings, 'roles' | 'standard'>,
  value: unknown,
): SsoRights | null {
  const values = new Set(textsOf(value));
  return roles.find((role) => values.has(role.value)) ?? standard;
}
