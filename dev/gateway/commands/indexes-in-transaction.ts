import { deserialize } from 'bson';
import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import type { Command } from '../wire/command.js';
import { collectionExists } from './collection-exists.js';
import type { Context } from './context.js';
import { indexesOf } from './index-lookup.js';

/**
 * In a transaction MongoDB creates indexes only on a collection that the transaction has made itself; indexes
 * that exist are no change. Throws CommandError and rolls back for all others.
 */
export async function checkIndexesInTransaction(context: Context, command: Command): Promise<void> {
  const { transaction, database, target } = command;
  if (!transaction || !(await collectionExists(context, database, target))) return;
  const { indexes } = deserialize(command.body) as { indexes?: readonly { name?: unknown }[] };
  const existing = new Set((await indexesOf(context, command)).map(({ name }) => name as unknown));
  if (indexes?.every(({ name }) => existing.has(name)) === true) return;
  if (!transaction.starts) await context.gateway.transactions.abort(transaction);
  throw new CommandError(
    CODE.notInTransaction,
    `Cannot create new indexes on existing collection ${database}.${target} in a multi-document transaction.`,
  );
}
