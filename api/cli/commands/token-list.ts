import { announceRevocation, byCli, findAccount, refOf } from '../account.js';
import { UsageError, type CliCommand } from '../command.js';

const MAX_LISTED = 1000;

export const tokenList: CliCommand = {
  name: 'token list',
  summary: `List the access tokens and sessions of a user or operator, newest first, at most ${MAX_LISTED}`,
  usage: '--email EMAIL',
  options: { email: { type: 'string' } },
  async run(context, options) {
    const { stores, now, print } = context;
    const account = refOf(await findAccount(context, options));
    const newest = { field: 'createdAt', descending: true, after: null, limit: MAX_LISTED };
    const page = await stores.credentials.list(account, now(), newest);
    for (const token of page?.items ?? []) {
      const { id, kind, name, expiresAt, lastUsedAt } = token;
      const used = lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used';
      print(`${id} ${kind} ${name ?? '-'}, until ${expiresAt.toISOString()}, ${used}`);
    }
    return 0;
  },
};

export const tokenRevoke: CliCommand = {
  name: 'token revoke',
  summary: 'Revoke one access token or session of a user or operator, or all of them',
  usage: '--email EMAIL (--id ID | --all)',
  options: { email: { type: 'string' }, id: { type: 'string' }, all: { type: 'boolean' } },
  async run(context, options) {
    const { credentials } = context.stores;
    const { id, all } = options;
    if ((typeof id === 'string') === (all === true))
      throw new UsageError('One of --id and --all is required');
    const account = refOf(await findAccount(context, options));
    const done =
      typeof id === 'string'
        ? await credentials.revoke(account, id, byCli(context))
        : await credentials.revokeAll(account, byCli(context));
    if (!done) throw new UsageError('There is no such token');
    await announceRevocation(context);
    context.print(typeof id === 'string' ? 'The token is revoked' : 'All tokens and sessions are revoked');
    return 0;
  },
};
