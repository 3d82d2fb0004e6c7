import type { OrganisationRecord } from '../models/organisation.js';
import type { StoredFactors } from '../models/second-factor.js';

/** How the users of an organisation sign in. */
export interface SignInRules {
  readonly requiresSecondFactor: boolean;
  /** After how many minutes without a request a browser session ends. */
  readonly idleMinutes: number;
  /** Whether users sign in by the identity provider alone. */
  readonly requiresSso: boolean;
  /** The super admin who may use a password all the same, with a second factor; null: none. */
  readonly breakGlassId: number | null;
}

export const LONGEST_IDLE_MINUTES = 24 * 60;
const STANDARD: SignInRules = {
  requiresSecondFactor: false,
  idleMinutes: 8 * 60,
  requiresSso: false,
  breakGlassId: null,
};

/** The rules of an organisation. Operators of the installation, who have none (null), are under the standard ones. */
export function signInRulesOf(organisation: Pick<OrganisationRecord, 'signIn'> | null): SignInRules {
  return { ...STANDARD, ...organisation?.signIn };
}

/** Whether a user may sign in otherwise than by the identity provider, and use what such a sign-in has made. */
export function allowsPassword({ requiresSso, breakGlassId }: SignInRules, userId: number): boolean {
  return !requiresSso || userId === breakGlassId;
}

/** The filter of accounts for which {@link hasSecondFactor} is false. */
export const WITHOUT_FACTOR = { 'secondFactors.0': { $exists: false } } as const;

export function hasSecondFactor({ secondFactors = [] }: StoredFactors): boolean {
  return secondFactors.length > 0;
}
