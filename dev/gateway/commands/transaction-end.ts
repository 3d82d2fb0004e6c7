import type { Command } from '../wire/command.js';
import { noSuchTransaction } from '../errors/command-error.js';
import { type Context, type Handler, reply } from './context.js';

function ending(end: (context: Context, ref: NonNullable<Command['transaction']>) => Promise<void>): Handler {
  return async (context, command) => {
    if (!command.transaction) throw noSuchTransaction();
    await end(context, command.transaction);
    return reply({ ok: 1 });
  };
}

export const transactionCommands: Readonly<Record<string, Handler>> = {
  commitTransaction: ending(({ gateway }, ref) => gateway.transactions.commit(ref)),
  abortTransaction: ending(({ gateway }, ref) => gateway.transactions.abort(ref)),
};
