import { CLI } from '../../../shared/audit/domain/audit-entry.js';
import { resetFactors } from '../../../shared/access/operations/factors/reset-factors.js';
import { hasSecondFactor } from '../../../shared/access/domain/sign-in-rules.js';
import { announceRevocation, findAccount } from '../account.js';
import { UsageError, type CliCommand } from '../command.js';

export const userSecondFactorReset: CliCommand = {
  name: 'user second-factor-reset',
  summary:
    'Remove all second factors and recovery codes of a user or operator, and end their sessions; they are mailed',
  usage: '--email EMAIL',
  options: { email: { type: 'string' } },
  async run(context, given) {
    const account = await findAccount(context, given);
    if (!hasSecondFactor(account)) throw new UsageError(`${account.email} has no second factor`);
    await resetFactors(context, account, CLI);
    await announceRevocation(context);
    context.print(`${account.email} has no second factor any more`);
    return 0;
  },
};
