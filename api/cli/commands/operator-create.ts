import { email, newPassword } from '../account.js';
import { UsageError, type CliCommand } from '../command.js';

export const operatorCreate: CliCommand = {
  name: 'operator create',
  summary:
    'Create an operator of the installation, who sees the queue board and nothing that organisations own; the password is read from AIRFLEET_PASSWORD, or made and printed once',
  usage: '--email EMAIL',
  options: { email: { type: 'string' } },
  async run({ stores, env, print }, options) {
    const address = email(options);
    const password = await newPassword(env);
    const created = await stores.admin.createOperator({ email: address, passwordHash: password.hash });
    if (created === null) throw new UsageError(`There is a user or an operator ${address} already`);
    print(`Operator ${created} created: ${address}${password.shown}`);
    return 0;
  },
};
