import { bigintOf, BSON_TYPE, documentOf, elementsOf, numberOf, stringOf } from './elements.js';
import { HEADER_LENGTH, MESSAGE_FLAG, OPCODE } from './opcodes.js';

/** The multi-document transaction of a command. */
export interface TransactionRef {
  readonly session: string;
  readonly number: bigint;
  readonly starts: boolean;
}

export type Concerns = Partial<Record<'readConcern' | 'writeConcern' | '$readPreference', Buffer>>;

/** A command with its envelope decoded. The rest is left as bytes. */
export interface Command {
  readonly requestId: number;
  readonly legacy: boolean;
  readonly wantsReply: boolean;
  /** The name of the first element. */
  readonly name: string;
  /** The first element's value if it is a string, usually the collection; else empty. */
  readonly target: string;
  readonly database: string;
  /** The bytes of the session id as latin1 text; empty without a session. */
  readonly session: string;
  readonly transaction: TransactionRef | undefined;
  /** Identifies a retryable write, which takes effect once per id. */
  readonly retryId: string | null;
  readonly maxTimeMs: number;
  /** The read concern, write concern and read preference, each as a document. */
  readonly concerns: Concerns;
  /** The command without the fields of its envelope. */
  readonly body: Buffer;
  /** The document sequences of the message by field name, each as concatenated documents. */
  readonly sequences: ReadonlyMap<string, Buffer>;
}

// Fields for sessions, routing and time, which the gateway handles itself.
// oxfmt-ignore
const ENVELOPE = new Set([
  'lsid', 'txnNumber', 'autocommit', 'startTransaction', '$db', '$clusterTime', '$readPreference', 'readConcern',
  'writeConcern', 'maxTimeMS', 'apiVersion', 'apiStrict', 'apiDeprecationErrors', 'stmtId', 'stmtIds',
]);

interface Envelope {
  name: string;
  target: string;
  database: string;
  session: string;
  number: bigint;
  inTransaction: boolean;
  starts: boolean;
  maxTimeMs: number;
  concerns: Concerns;
}

function readField(buffer: Buffer, element: Parameters<typeof stringOf>[1], envelope: Envelope): void {
  switch (element.name) {
    case '$db':
      envelope.database = stringOf(buffer, element);
      break;
    case 'lsid':
      envelope.session = buffer.toString('latin1', element.valueStart, element.end);
      break;
    case 'txnNumber':
      envelope.number = bigintOf(buffer, element) ?? 0n;
      break;
    case 'autocommit':
      envelope.inTransaction = buffer[element.valueStart] === 0;
      break;
    case 'startTransaction':
      envelope.starts = buffer[element.valueStart] === 1;
      break;
    case 'readConcern':
    case 'writeConcern':
    case '$readPreference':
      if (element.type === BSON_TYPE.document) {
        envelope.concerns[element.name] = buffer.subarray(element.valueStart, element.end);
      }
      break;
    case 'maxTimeMS':
      envelope.maxTimeMs = numberOf(buffer, element);
      break;
    default:
  }
}

function readBody(buffer: Buffer, offset: number, database: string): Envelope & { body: Buffer } {
  const envelope: Envelope = {
    name: '',
    target: '',
    database,
    session: '',
    number: 0n,
    inTransaction: false,
    starts: false,
    maxTimeMs: 0,
    concerns: {},
  };
  const kept: Buffer[] = [];
  for (const element of elementsOf(buffer, offset)) {
    if (envelope.name === '') {
      envelope.name = element.name;
      if (element.type === BSON_TYPE.string) envelope.target = stringOf(buffer, element);
    }
    if (ENVELOPE.has(element.name)) readField(buffer, element, envelope);
    else kept.push(buffer.subarray(element.start, element.end));
  }
  return { ...envelope, body: documentOf(kept) };
}

/** The document without the fields of an envelope, for a command inside another one. */
export function withoutEnvelope(document: Buffer): Buffer {
  const kept = [...elementsOf(document)].filter(({ name }) => !ENVELOPE.has(name));
  return documentOf(kept.map(({ start, end }) => document.subarray(start, end)));
}

function commandOf(
  frame: Buffer,
  bodyOffset: number,
  rest: Pick<Command, 'legacy' | 'wantsReply' | 'sequences'>,
  database: string,
): Command {
  const { number, inTransaction, starts, ...envelope } = readBody(frame, bodyOffset, database);
  const { session } = envelope;
  return {
    ...envelope,
    ...rest,
    requestId: frame.readInt32LE(4),
    transaction: inTransaction ? { session, number, starts } : undefined,
    retryId:
      !inTransaction && number > 0n ? `${Buffer.from(session, 'latin1').toString('base64')}:${number}` : null,
  };
}

function readMessage(frame: Buffer): Command {
  const flags = frame.readUInt32LE(HEADER_LENGTH);
  const end = frame.length - (flags & MESSAGE_FLAG.checksumPresent ? 4 : 0);
  const sequences = new Map<string, Buffer>();
  let bodyOffset = -1;
  for (let offset = HEADER_LENGTH + 4; offset < end;) {
    const kind = frame[offset];
    const start = offset + 1;
    const size = frame.readInt32LE(start);
    if (kind === 0) bodyOffset = start;
    else {
      const nameEnd = frame.indexOf(0, start + 4);
      sequences.set(frame.toString('utf8', start + 4, nameEnd), frame.subarray(nameEnd + 1, start + size));
    }
    offset = start + size;
  }
  if (bodyOffset < 0) throw new RangeError('OP_MSG without a body');
  const wantsReply = (flags & MESSAGE_FLAG.moreToCome) === 0;
  return commandOf(frame, bodyOffset, { legacy: false, wantsReply, sequences }, 'admin');
}

/** Drivers use OP_QUERY only for the first hello of a connection, sent to `<database>.$cmd`. */
function readLegacyQuery(frame: Buffer): Command {
  const nameEnd = frame.indexOf(0, HEADER_LENGTH + 4);
  const namespace = frame.toString('utf8', HEADER_LENGTH + 4, nameEnd);
  if (!namespace.endsWith('.$cmd')) throw new RangeError('OP_QUERY that is no command');
  const rest = { legacy: true, wantsReply: true, sequences: new Map<string, Buffer>() };
  return commandOf(frame, nameEnd + 1 + 8, rest, namespace.slice(0, -'.$cmd'.length));
}

/** Reads one message. Throws RangeError if it is not a command. */
export function readCommand(frame: Buffer): Command {
  const opcode = frame.readInt32LE(12);
  if (opcode === OPCODE.message) return readMessage(frame);
  if (opcode === OPCODE.query) return readLegacyQuery(frame);
  throw new RangeError(`opcode ${opcode}`);
}

/** The names of the stages of an aggregation's pipeline. */
export function stagesOf({ body }: Command): string[] {
  const isPipeline = ({ name, type }: { name: string; type: number }): boolean =>
    name === 'pipeline' && type === BSON_TYPE.array;
  const pipeline = [...elementsOf(body)].find(isPipeline);
  if (!pipeline) return [];
  const names: string[] = [];
  for (const { type, valueStart } of elementsOf(body, pipeline.valueStart)) {
    const [stage] = type === BSON_TYPE.document ? elementsOf(body, valueStart) : [];
    if (stage) names.push(stage.name);
  }
  return names;
}
