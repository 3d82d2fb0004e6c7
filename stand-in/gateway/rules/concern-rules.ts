import { deserialize, type Document } from 'bson';
import { CODE } from '../errors/codes.js';
import { CommandError } from '../errors/command-error.js';
import { endsTransaction } from '../errors/labels.js';
import { type Command, stagesOf } from '../wire/command.js';

const LEVELS = new Set<unknown>(['local', 'available', 'majority', 'linearizable', 'snapshot']);
const TRANSACTION_LEVELS = new Set<unknown>(['local', 'majority', 'snapshot']);
const READS = new Set(['find', 'aggregate', 'count', 'distinct']);
const SNAPSHOT_READS = new Set(['find', 'aggregate', 'distinct']);
// oxfmt-ignore
const WRITES = new Set([
  'insert', 'update', 'delete', 'findandmodify', 'aggregate', 'create', 'createindexes', 'dropindexes',
  'deleteindexes', 'drop', 'dropdatabase', 'renamecollection', 'collmod', 'committransaction', 'aborttransaction',
]);
const MODES = new Set<unknown>(['primary', 'primaryPreferred', 'secondary', 'secondaryPreferred', 'nearest']);
const MAX_MEMBERS = 50;

function check(valid: boolean, code: number, message: string): void {
  if (!valid) throw new CommandError(code, message);
}

function checkFields(document: Document, known: readonly string[], owner: string): void {
  const unknown = Object.keys(document).find((field) => !known.includes(field));
  check(
    unknown === undefined,
    CODE.unknownField,
    `BSON field '${owner}.${unknown ?? ''}' is an unknown field.`,
  );
}

function checkReadConcern(command: Command, concern: Document): void {
  const { name, transaction } = command;
  checkFields(concern, ['level', 'afterClusterTime', 'atClusterTime', 'provenance'], 'readConcern');
  const level = (concern['level'] ?? 'local') as unknown;
  check(LEVELS.has(level), CODE.badValue, `'${String(level)}' is not a valid readConcern.level`);
  if (transaction) {
    check(
      transaction.starts,
      CODE.invalidOptions,
      'Only the first command in a transaction may specify a readConcern',
    );
    check(
      TRANSACTION_LEVELS.has(level),
      CODE.invalidOptions,
      `readConcern ${String(level)} in a transaction`,
    );
    return;
  }
  const writes =
    name === 'aggregate' && stagesOf(command).some((stage) => stage === '$out' || stage === '$merge');
  check(
    level !== 'linearizable' || !writes,
    CODE.invalidOptions,
    'linearizable cannot be used with $out or $merge',
  );
  const supported = level === 'snapshot' ? SNAPSHOT_READS.has(name) : READS.has(name) || level === 'local';
  check(supported, CODE.invalidOptions, `Command ${name} does not support readConcern ${String(level)}`);
}

function checkWriteConcern(command: Command, concern: Document): void {
  checkFields(concern, ['w', 'j', 'wtimeout', 'fsync', 'provenance'], 'writeConcern');
  const { w, j, fsync } = concern as Record<string, unknown>;
  const count = typeof w === 'number' && Number.isInteger(w) && w >= 0 && w <= MAX_MEMBERS;
  const valid = w === undefined || count || typeof w === 'string' || (typeof w === 'object' && w !== null);
  check(valid, CODE.failedToParse, 'w has to be a number from 0 to 50, a string or tags');
  check(!(j === true && fsync === true), CODE.failedToParse, 'fsync and j options cannot be used together');
  const supported = WRITES.has(command.name.toLowerCase());
  check(supported, CODE.invalidOptions, 'Command does not support writeConcern');
  const allowed = !command.transaction || endsTransaction(command) || Object.keys(concern).length === 0;
  check(allowed, CODE.invalidOptions, 'writeConcern is not allowed within a multi-statement transaction');
}

function checkReadPreference(command: Command, preference: Document): void {
  checkFields(preference, ['mode', 'tags', 'maxStalenessSeconds', 'hedge'], '$readPreference');
  const mode = preference['mode'] as unknown;
  check(MODES.has(mode), CODE.failedToParse, `'${String(mode)}' is not a valid read preference mode`);
  const plain = preference['tags'] === undefined && preference['maxStalenessSeconds'] === undefined;
  check(
    mode !== 'primary' || plain,
    CODE.badValue,
    'mode primary takes neither tags nor maxStalenessSeconds',
  );
  const allowed = !command.transaction || mode === 'primary';
  check(allowed, CODE.invalidOptions, 'Read preference in a transaction must be primary');
}

/** Throws CommandError for an invalid read concern, write concern or read preference. */
export function checkConcerns(command: Command): void {
  const { readConcern, writeConcern, $readPreference } = command.concerns;
  if (readConcern) checkReadConcern(command, deserialize(readConcern));
  if (writeConcern) checkWriteConcern(command, deserialize(writeConcern));
  if ($readPreference) checkReadPreference(command, deserialize($readPreference));
}

/** The write concern error of a write that took effect but that a single node cannot acknowledge as requested. */
export function unsatisfiedConcern(command: Command): Document | undefined {
  const { writeConcern } = command.concerns;
  const w: unknown = writeConcern ? deserialize(writeConcern)['w'] : undefined;
  if (typeof w === 'number' && w > 1) {
    return { code: 100, codeName: 'UnsatisfiableWriteConcern', errmsg: 'Not enough data-bearing nodes' };
  }
  if (typeof w !== 'string' || w === 'majority') return undefined;
  return { code: 79, codeName: 'UnknownReplWriteConcern', errmsg: `No write concern mode named '${w}'` };
}
