import { CLI } from '../../../shared/audit/domain/audit-entry.js';
import { tokenName } from '../../../shared/platform/values/texts.js';
import { openSession } from '../../../shared/access/operations/open-session.js';
import { findAccount } from '../account.js';
import { fitting, text, type CliCommand } from '../command.js';

export const tokenCreate: CliCommand = {
  name: 'token create',
  summary: 'Create an access token of 90 days for a user or operator and print it, this once',
  usage: '--email EMAIL [--name NAME]',
  options: { email: { type: 'string' }, name: { type: 'string' } },
  async run(context, options) {
    const { stores, now, print } = context;
    const account = await findAccount(context, options);
    const name = options['name'] === undefined ? null : fitting('name', tokenName, text(options, 'name'));
    const { secret, expiresAt } = await openSession({ stores, now }, 'token', account, name, { author: CLI });
    print(secret);
    print(`It is valid until ${expiresAt.toISOString()}`);
    return 0;
  },
};
