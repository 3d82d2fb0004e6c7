import { deserialize, type Document } from 'bson';
import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { describeDuplicate, intendedDocument } from '../errors/duplicate-key.js';
import type { PostgresError } from '../postgres/postgres-error.js';
import type { Command } from '../wire/command.js';
import { type BatchResult, writesOf } from './batch.js';
import type { Context } from './context.js';
import { indexesOf, violatedIndex } from './catalog.js';

function namespaceOf({ database, target }: Command): string {
  return `${database}.${target}`;
}

/** The write errors of a batch, with MongoDB's message and fields for duplicate keys. */
export async function describeWriteErrors(
  context: Context,
  command: Command,
  { errors }: BatchResult,
): Promise<Document[]> {
  if (!errors.some(({ code }) => code === CODE.duplicateKey)) return [...errors];
  const indexes = await indexesOf(context, command);
  const writes = writesOf(command);
  return errors.map((error) => {
    const write = writes[error.index];
    const index = indexes.find(({ name }) => error.errmsg.endsWith(`'${name}'`));
    if (error.code !== CODE.duplicateKey || !write || !index) return { ...error };
    return {
      ...error,
      ...describeDuplicate(namespaceOf(command), index, intendedDocument(deserialize(write))),
    };
  });
}

/** MongoDB's error for a duplicate key in a findAndModify, which PostgreSQL reports as an error of its own. */
export async function describeViolation(
  context: Context,
  command: Command,
  error: PostgresError,
): Promise<CommandError> {
  const [name, indexes] = await Promise.all([violatedIndex(context, error), indexesOf(context, command)]);
  const index = indexes.find((one) => one.name === name) ?? { name, key: {} };
  const { query, update } = deserialize(command.body) as { query?: Document; update?: Document };
  const document = intendedDocument({ q: query ?? {}, u: update ?? {} });
  const { errmsg, ...details } = describeDuplicate(namespaceOf(command), index, document);
  return new CommandError(CODE.duplicateKey, errmsg, details);
}
