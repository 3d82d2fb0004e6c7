import type { ClientSession } from 'mongoose';
import { newAccountMail } from '../../../shared/access/operations/links/account-mail.js';
import { announceRevocation, byCli, email, findAccount, newPassword, refOf } from '../account.js';
import { AppError } from '../../../shared/platform/errors/app-error.js';
import { isUser } from '../../../shared/access/stores/account.js';
import { UsageError, type CliCommand } from '../command.js';

const options = { email: { type: 'string' } } as const;
const usage = '--email EMAIL';

export const userPassword: CliCommand = {
  name: 'user password',
  summary:
    'Give a user or operator a new password and revoke all their tokens and sessions; read from AIRFLEET_PASSWORD, or made and printed once',
  usage,
  options,
  async run(context, given) {
    const account = await findAccount(context, given);
    const password = await newPassword(context.env);
    const mail = await newAccountMail(context, account, 'password_changed');
    const by = {
      ...byCli(context),
      accompany: async (session: ClientSession) => {
        if (mail !== null) await context.stores.mails.put(mail, session);
      },
    };
    await context.stores.credentials.change(refOf(account), { passwordHash: password.hash }, by);
    await announceRevocation(context);
    context.print(`${account.email} has a new password${password.shown}`);
    return 0;
  },
};

export const userDisable: CliCommand = {
  name: 'user disable',
  summary: 'Refuse a user or operator from now on, and revoke all their tokens and sessions',
  usage,
  options,
  async run(context, given) {
    const account = await findAccount(context, given);
    const by = {
      ...byCli(context),
      accompany: async (session: ClientSession) => {
        if (!isUser(account) || account.role !== 'super_admin') return;
        await context.stores.users.requireSuperAdmin(account, session);
      },
    };
    const disabling = context.stores.credentials.change(refOf(account), { disabledAt: context.now() }, by);
    await disabling.catch((error: unknown) => {
      throw error instanceof AppError ? new UsageError(error.message) : error;
    });
    await announceRevocation(context);
    context.print(`${account.email} is disabled`);
    return 0;
  },
};

export const userEnable: CliCommand = {
  name: 'user enable',
  summary: 'Let a disabled user or operator sign in again; revoked tokens stay revoked',
  usage,
  options,
  async run(context, given) {
    const account = await findAccount(context, given);
    await context.stores.credentials.enable(refOf(account), byCli(context));
    context.print(`${email(given)} is enabled`);
    return 0;
  },
};
