import type { Env } from '../../../platform/env/env.js';
import { hasSecondFactor, type SignInRules } from '../../domain/sign-in-rules.js';
import { isUser, type Account } from '../../stores/account.js';

/**
 * Whether an account must set up a second factor before anything else: its organisation, or the installation, requires one, or
 * it may use a password although its organisation requires single sign-on.
 */
export function lacksFactor(
  account: Account,
  { requiresSecondFactor, requiresSso, breakGlassId }: SignInRules,
  { requireOperatorSecondFactor }: Pick<Env, 'requireOperatorSecondFactor'>,
): boolean {
  const isBreakGlass = requiresSso && account._id === breakGlassId;
  const isRequired = isUser(account) ? requiresSecondFactor || isBreakGlass : requireOperatorSecondFactor;
  return isRequired && !hasSecondFactor(account);
}
