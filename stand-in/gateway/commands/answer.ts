import { CODE, mongoCode } from '../errors/codes.js';
import {
  CloseConnection,
  CommandError,
  interruptedAtShutdown,
  noSuchTransaction,
} from '../errors/command-error.js';
import { errorLabels } from '../errors/labels.js';
import { configureFailPoint, runWithFailPoints } from '../fail-points/run-with-fail-points.js';
import { ConnectionLost, PostgresError } from '../postgres/postgres-error.js';
import { checkCommand } from '../rules/command-rules.js';
import type { Command } from '../wire/command.js';
import { type Context, type Handler, reply } from './context.js';
import { explainCommands } from './explain.js';
import { handshakeCommands } from './handshake.js';
import { readCommands } from './reads.js';
import { schemaCommands } from './schema.js';
import { writeCommands } from './writes.js';

function ending(end: (context: Context, ref: NonNullable<Command['transaction']>) => Promise<void>): Handler {
  return async (context, command) => {
    if (!command.transaction) throw noSuchTransaction();
    await end(context, command.transaction);
    return reply({ ok: 1 });
  };
}

const transactionCommands: Readonly<Record<string, Handler>> = {
  commitTransaction: ending(({ gateway }, ref) => gateway.transactions.commit(ref)),
  abortTransaction: ending(({ gateway }, ref) => gateway.transactions.abort(ref)),
};

const HANDLERS = new Map<string, Handler>(
  Object.entries({
    ...handshakeCommands,
    ...readCommands,
    ...writeCommands,
    ...schemaCommands,
    ...transactionCommands,
    ...explainCommands,
    configureFailPoint,
  }),
);

function commandError(error: unknown, context: Context, command: Command): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof ConnectionLost) return interruptedAtShutdown();
  if (error instanceof RangeError) return new CommandError(CODE.badValue, error.message);
  if (!(error instanceof PostgresError)) throw error;
  const code = mongoCode(error.sqlState, command.transaction !== undefined);
  if (code !== CODE.interrupted || !context.expired) return new CommandError(code, error.message);
  return new CommandError(CODE.maxTimeExpired, 'operation exceeded time limit');
}

/** Answers one command with a BSON document, also for an error. Throws CloseConnection when there is no answer. */
export async function answer(context: Context, command: Command): Promise<Buffer> {
  try {
    const handler = HANDLERS.get(command.name);
    if (!handler) throw new CommandError(CODE.commandNotFound, `no such command: '${command.name}'`);
    checkCommand(command);
    return await runWithFailPoints(context, command, handler);
  } catch (error) {
    if (error instanceof CloseConnection) throw error;
    const answered = commandError(error, context, command);
    return answered.toReply(errorLabels(command, answered.code));
  }
}
