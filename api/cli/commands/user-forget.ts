import { forgetUser } from '../../../shared/access/operations/users/forget-user.js';
import { announceRevocation } from '../account.js';
import { id, UsageError, type CliCommand } from '../command.js';

export const userForget: CliCommand = {
  name: 'user forget',
  summary:
    'Put the number of a disabled or deleted user in the place of its email and names, also in the audit log; repeat it when it was cut off',
  usage: '--organisation ID --id ID',
  options: { organisation: { type: 'string' }, id: { type: 'string' } },
  async run(context, given) {
    const account = { organisationId: id(given, 'organisation'), userId: id(given, 'id') };
    const changed = await forgetUser(context, account);
    if (changed === null)
      throw new UsageError(
        `There is no user ${account.userId} in organisation ${account.organisationId} that is disabled or deleted`,
      );
    await announceRevocation(context);
    context.print(`User ${account.userId} is forgotten; ${changed} entries of the audit log were changed`);
    return 0;
  },
};
