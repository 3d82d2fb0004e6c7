import { CODE, mongoCode } from '../errors/codes.js';
import { CommandError, interruptedAtShutdown } from '../errors/command-error.js';
import { ConnectionLost, PostgresError } from '../postgres/postgres-error.js';
import type { Command } from '../wire/command.js';
import type { Context, Handler } from './context.js';
import { explainCommands } from './explain.js';
import { handshakeCommands } from './handshake.js';
import { readCommands } from './reads.js';
import { schemaCommands } from './schema.js';
import { transactionCommands } from './transaction-end.js';
import { writeCommands } from './writes.js';

const HANDLERS = new Map<string, Handler>(
  Object.entries({
    ...handshakeCommands,
    ...readCommands,
    ...writeCommands,
    ...schemaCommands,
    ...transactionCommands,
    ...explainCommands,
  }),
);

const TRANSIENT = new Set<number>([CODE.writeConflict, CODE.noSuchTransaction, CODE.interruptedAtShutdown]);

function commandError(error: unknown, context: Context, command: Command): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof ConnectionLost) return interruptedAtShutdown();
  if (error instanceof RangeError) return new CommandError(CODE.badValue, error.message);
  if (!(error instanceof PostgresError)) throw error;
  const code = mongoCode(error.sqlState, command.transaction !== undefined);
  if (code !== CODE.interrupted || !context.expired) return new CommandError(code, error.message);
  return new CommandError(CODE.maxTimeExpired, 'operation exceeded time limit');
}

/** Answers one command with a BSON document, an error being an answer too. */
export async function answer(context: Context, command: Command): Promise<Buffer> {
  try {
    const handler = HANDLERS.get(command.name);
    if (!handler) throw new CommandError(CODE.commandNotFound, `no such command: '${command.name}'`);
    return await handler(context, command);
  } catch (error) {
    const answered = commandError(error, context, command);
    const ends = command.name === 'commitTransaction' || command.name === 'abortTransaction';
    const transient = command.transaction !== undefined && !ends && TRANSIENT.has(answered.code);
    return (transient ? answered.asTransient() : answered).toReply();
  }
}
