import { openSession } from '../../../shared/operations/access/sign-in.js';
import { text, UsageError, type CliCommand } from '../command.js';

export const tokenCreate: CliCommand = {
  name: 'token create',
  summary: 'Create an access token of 90 days for a user and print it, this once',
  usage: '--email EMAIL',
  options: { email: { type: 'string' } },
  async run({ stores, now, print }, options) {
    const email = text(options, 'email').toLowerCase();
    const user = await stores.sessions.findUserByEmail(email);
    if (!user) throw new UsageError(`There is no user ${email}`);
    const { secret, expiresAt } = await openSession({ stores, now }, 'token', user);
    print(secret);
    print(`It is valid until ${expiresAt.toISOString()}`);
    return 0;
  },
};
