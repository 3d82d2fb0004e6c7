import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { endsTransaction, isRetryableWrite } from '../errors/labels.js';
import type { Command } from '../wire/command.js';
import { stagesOf } from './stages-of.js';

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
/** Stages that write, or that read the state of the server instead of the snapshot. */
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

/** Throws CommandError for what MongoDB refuses in a transaction, and for a transaction number out of place. */
export function checkTransaction(command: Command): void {
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
