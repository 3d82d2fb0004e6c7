import type { OrganisationRecord } from '../models/organisation.js';
import type { StoredFactors } from '../models/second-factor.js';

/** How the users of an organisation sign in. */
export interface SignInRules {
  readonly requiresSecondFactor: boolean;
  /** After how many minutes without a request a browser session ends. */
  readonly idleMinutes: number;
}

export const LONGEST_IDLE_MINUTES = 24 * 60;
const STANDARD: SignInRules = { requiresSecondFactor: false, idleMinutes: 8 * 60 };

/** The rules of an organisation. Operators of the installation, who have none (null), are under the standard ones. */
export function signInRulesOf(organisation: Pick<OrganisationRecord, 'signIn'> | null): SignInRules {
  return { ...STANDARD, ...organisation?.signIn };
}

/** The filter of accounts for which {@link hasSecondFactor} is false. */
export const WITHOUT_FACTOR = { 'secondFactors.0': { $exists: false } } as const;

export function hasSecondFactor({ secondFactors = [] }: StoredFactors): boolean {
  return secondFactors.length > 0;
}
