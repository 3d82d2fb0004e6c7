import type { Env } from '../../../platform/env/env.js';
import { hasSecondFactor, type SignInRules } from '../../domain/sign-in-rules.js';
import { isUser, type Account } from '../../stores/account.js';

/** Whether an account must set up a second factor before anything else: its organisation, or the installation, requires one. */
export function lacksFactor(
  account: Account,
  { requiresSecondFactor }: SignInRules,
  { requireOperatorSecondFactor }: Pick<Env, 'requireOperatorSecondFactor'>,
): boolean {
  const isRequired = isUser(account) ? requiresSecondFactor : requireOperatorSecondFactor;
  return isRequired && !hasSecondFactor(account);
}
