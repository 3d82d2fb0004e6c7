import { writesOf } from '../commands/batch.js';
import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { endsTransaction, isRetryableWrite } from '../errors/labels.js';
import { type Command, stagesOf } from '../wire/command.js';
import { elementsOf } from '../wire/elements.js';
import { checkConcerns } from './concern-rules.js';

/** The commands that MongoDB runs inside a transaction, in lower case. */
const ALLOWED = new Set([
  'aborttransaction',
  'aggregate',
  'committransaction',
  'create',
  'createindexes',
  'delete',
  'distinct',
  'find',
  'findandmodify',
  'getmore',
  'insert',
  'killcursors',
  'update',
]);
const SERVER_DATABASES = new Set(['admin', 'config', 'local']);
/** Stages that write, or that read the server's state and not the snapshot. */
const REFUSED_STAGES = new Set([
  '$out',
  '$merge',
  '$changeStream',
  '$collStats',
  '$currentOp',
  '$indexStats',
  '$listLocalSessions',
  '$planCacheStats',
]);

function refuse(message: string): never {
  throw new CommandError(CODE.notInTransaction, message);
}

/** Throws CommandError for a command that may not run in a transaction, and for a misplaced transaction number. */
function checkTransaction(command: Command): void {
  const { name, database, transaction, retryId } = command;
  if (!transaction) {
    if (retryId === null || isRetryableWrite(command)) return;
    throw new CommandError(CODE.notRetryable, `${name} is not a retryable write command`);
  }
  if (!ALLOWED.has(name.toLowerCase())) refuse(`Cannot run '${name}' in a multi-document transaction.`);
  if (endsTransaction(command)) {
    if (transaction.starts) refuse(`Cannot start a transaction with ${name}`);
    return;
  }
  if (SERVER_DATABASES.has(database)) refuse(`Cannot run command against the '${database}' database`);
  const stage = name === 'aggregate' ? stagesOf(command).find((one) => REFUSED_STAGES.has(one)) : undefined;
  if (stage !== undefined) refuse(`${stage} is not allowed within a multi-document transaction`);
}

/** MongoDB's limit of a document, and of the command around it. */
const MAX_SIZE = 16 * 1024 * 1024 + 16 * 1024;

function checkSize(size: number): void {
  if (size <= MAX_SIZE) return;
  const message = `BSONObj size: ${size} is invalid. Size must be between 0 and ${MAX_SIZE}`;
  throw new CommandError(CODE.tooLarge, message);
}

/** Throws CommandError if the command, or a document in one of its sequences, exceeds MongoDB's limit. */
function checkSizes({ body, sequences }: Command): void {
  checkSize(body.length);
  for (const sequence of sequences.values()) {
    for (let offset = 0; offset < sequence.length; offset += sequence.readInt32LE(offset)) {
      checkSize(sequence.readInt32LE(offset));
    }
  }
}

/** Throws CommandError for an update with `sort`, which the engine accepts and MongoDB 7 does not. */
function checkWrites(command: Command): void {
  if (command.name !== 'update') return;
  for (const write of writesOf(command)) {
    for (const { name } of elementsOf(write)) {
      if (name !== 'sort') continue;
      throw new CommandError(CODE.unknownField, `BSON field 'update.updates.sort' is an unknown field.`);
    }
  }
}

/** Throws CommandError for a command that MongoDB refuses before it runs. */
export function checkCommand(command: Command): void {
  checkSizes(command);
  checkTransaction(command);
  checkConcerns(command);
  checkWrites(command);
}
